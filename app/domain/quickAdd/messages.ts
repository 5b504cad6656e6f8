// What people write to each other: 'Hi love, can you get milk and eggs?' has two things, 'ok 👍' none.

const GREETING =
  '(?:hi|hey|hello|hallo|moin|servus|hola|coucou|bonjour|salut|good morning|guten morgen|buenos días)'
const GREETED = new RegExp(String.raw`^${GREETING}(?:\s\p{L}+){0,2}\s?[,!.:–-]{1,3}\s+`, 'iu')
const GREETING_ONLY = new RegExp(String.raw`^${GREETING}(?:\s\p{L}+){0,2}\s+`, 'iu')

const ASKS: RegExp[] = [
  /^(?:(?:and|also|then|so|please|pls) ){0,2}(?:(?:can|could|would|will) (?:you|u|we|someone|anyone)(?: mind)?(?: please| pls| also){0,2} (?:get|buy|grab|bring|pick up|order|fetch|getting|buying|bringing|picking up|grabbing)|(?:get(?! well)|buy|grab|bring(?! (?:bitte|noch|mal|uns|mir) )|pick up|fetch)|(?:we|i) (?:(?:also|still|really) )?need(?: to (?:get|buy|pick up))?|(?:we|i)['’](?:re|m) (?:out of|low on|running (?:out of|low on))|(?:we|i) (?:are|am) (?:out of|low on)|do(?:n['’]?t| not) forget(?: to (?:get|buy|bring|pick up))?|remember(?: to (?:get|buy|bring))?)(?: me| us)?\s+/i,
  /^(?:(?:und|auch|dann|bitte) ){0,2}(?:(?:kannst|könntest|würdest|magst) du|könnt ihr|wir (?:brauchen|bräuchten)|ich (?:brauche|bräuchte)|(?:bring|kauf|hol|besorg)e?|denkt?(?= (?:bitte |noch |auch )?(?:an|dran))|vergiss|uns fehl(?:t|en)|es fehl(?:t|en)|wir haben(?= kein))(?: (?:bitte|noch|auch|mal|schnell|uns|mir|nicht|an)){0,4}\s+(?:keine?[nr]?\s+)?/i,
  /^bitte (?=.{1,300} (?:kaufen|holen|mitbringen|besorgen)[.!?]?$)/i,
  /^¿?(?:(?:y|también|por favor,?) ){0,2}(?:(?:me |nos )?(?:puedes|podrías|podéis|puede) (?:comprar|traer|coger|pillar)(?:me|nos)?|(?:compra|trae|coge|comprad|traed)(?:me|nos)?|necesit(?:o|amos)|(?:me |nos )?faltan?|hacen? falta|hay que comprar|no (?:nos )?quedan?|no (?:te olvides|olvides)(?: de)?(?: comprar| traer)?|acuérdate de(?: comprar| traer)?)\s+(?=\S)/i,
  /^(?:(?:et|aussi) ){0,2}(?:(?:est-ce que )?(?:tu (?:peux|pourrais)|vous pouvez|peux-tu|pourrais-tu|pouvez-vous)(?: stp| aussi| me| nous){0,2} (?:acheter|prendre|ramener|rapporter|apporter)|(?:achète|prends|ramène|rapporte|achetez|prenez)|pense[zs]? à|n['’]oublie[zs]? pas(?: de prendre| d['’]acheter)?|il (?:nous |me )?fau(?:t|drait)|j['’]ai besoin|on a besoin|(?:il n['’]y|on n['’]) ?a plus|il manque)\s+(?=\S)/i,
]

const ENDINGS: RegExp[] = [
  /[\s,]+(?:please|pls|plz|bitte|por favor|s['’]il (?:te|vous) pla[iî]t|stp|svp)$/i,
  /[,.!?]\s(?:thanks|thank you|thx|danke|gracias|merci)$/i,
]
/** Only of requests: 'mitbringen', 'on your way home'. */
const ASKING_ENDINGS: RegExp[] = [
  ...ENDINGS,
  /\s(?:mit|mitbringen|mitnehmen|kaufen|holen|besorgen|einkaufen|nicht vergessen|nicht|mehr|bestellen)$/i,
  /\s(?:on (?:your|the) way(?: home| back)?|(?:from|at) the (?:shop|store|supermarket)|tonight|today|tomorrow|later|heute(?: abend)?|morgen|hoy|mañana|ce soir|demain|aujourd['’]hui|en rentrant|de camino(?: a casa)?|auf dem heimweg)$/i,
]

/** Before a thing that somebody asks for. */
const DETERMINER =
  /^(?:(?:the|some(?: more)?|any|more|die|den|das|dem|etwas|ein paar|los|las|el|unos|unas|de la|la|les?|des?|du)\s+|(?:de )?[ld]['’]\s?)(?=\p{L})/iu

const REPLIES = new Set(
  `ok|okay|k|yes|yep|yeah|sure|no|nope|no problem|np|thanks|thank you|thank you so much|many thanks|thx|ty|cheers|great|perfect|lovely|will do|on my way|on the way|omw|see you|see you later|see you soon|see you tonight|see ya|love you|lol|haha|x|xx|xxx|bye|got it|sorry|good morning|good night|coming|brb|hi|hey|hello|me too
ja|nein|jo|klar|alles klar|na klar|gerne|danke|danke dir|danke schön|vielen dank|super|perfekt|prima|toll|cool|mach ich|mache ich|wird gemacht|bin unterwegs|bin gleich da|bis später|bis gleich|bis dann|tschüss|hallo|moin|passt|geht klar|kein problem|gut|hab dich lieb
vale|sí|si|gracias|muchas gracias|genial|perfecto|claro|de acuerdo|voy|voy de camino|ahora voy|ya voy|hasta luego|hasta ahora|hasta pronto|adiós|hola|besos|de nada|te quiero|jaja
oui|non|merci|merci beaucoup|merci bien|d'accord|pas de souci|pas de problème|parfait|génial|j'arrive|je suis en route|en route|à tout à l'heure|à plus|à plus tard|à bientôt|à ce soir|bisous|bises|salut|coucou|bonjour|bonsoir|de rien|ça marche|je t'aime|mdr`.split(
    /[|\n]/,
  ),
)
/** Alone, they may be things: 'Merci' is chocolate, 'Super' is fuel. */
const DOUBTFUL = new Set(
  'k x xx no super cool gut merci voy gerne cheers besos bises si non lovely'.split(' '),
)

/** Faces, hands and hearts, not food. */
const GESTURES =
  /(?:[\u{1F600}-\u{1F64F}\u{1F910}-\u{1F92F}\u{1F970}-\u{1F97A}\u{1F440}-\u{1F450}\u{1F48B}-\u{1F49F}\u{1F9E1}\u2764\u270C\u{1F389}]|\p{Emoji_Modifier}|\uFE0F|\u200D)/gu

/** 'ok 👍', 'alles klar, danke!' */
export function isReply(text: string): boolean {
  if (text.length > 80) return false
  const said = text.replace(GESTURES, ' ').toLowerCase().replace(/’/g, "'")
  const phrases = said.split(/[,!.?…]+/).map((phrase) => phrase.replace(/\s+/g, ' ').trim())
  const told = phrases.filter((phrase) => phrase !== '')
  if (told.length === 0) return said.trim() !== text.trim()
  const isAlone =
    told.length === 1 && said.trim() === text.trim().toLowerCase() && DOUBTFUL.has(text.toLowerCase())
  return !isAlone && told.every(isPhrase)
}

/** One or two of the replies: 'ja ok', 'great thanks'. */
function isPhrase(phrase: string): boolean {
  if (REPLIES.has(phrase)) return true
  for (let at = phrase.indexOf(' '); at > 0; at = phrase.indexOf(' ', at + 1)) {
    if (REPLIES.has(phrase.slice(0, at)) && REPLIES.has(phrase.slice(at + 1))) return true
  }
  return false
}

/** The things that a message asks for, or the line itself. */
export function askedFor(line: string): { text: string; isMessage: boolean } {
  const greeted = line.replace(GREETED, '')
  const found = sentencesIn(greeted).map(request)
  if (greeted === line && !found.some(({ isRequest }) => isRequest)) {
    const text = withoutEndings(line, ENDINGS)
    return { text: text === '' ? line : text, isMessage: false }
  }
  const things = found.filter(({ text }) => text !== '' && !isReply(text)).map(({ text }) => text)
  return { text: things.join(', '), isMessage: true }
}

function request(sentence: string): { text: string; isRequest: boolean } {
  const direct = sentence.replace(GREETING_ONLY, '')
  for (const said of [sentence, direct]) {
    for (const asks of ASKS) {
      const asked = asks.exec(said)?.[0]
      if (asked) {
        const text = withoutEndings(said.slice(asked.length), ASKING_ENDINGS)
        return text === '' ? { text: sentence, isRequest: false } : { text, isRequest: true }
      }
    }
  }
  return { text: withoutEndings(sentence, ENDINGS), isRequest: false }
}

function withoutEndings(text: string, endings: RegExp[]): string {
  const searched = 60
  let rest = text
  for (let before = ''; before !== rest; ) {
    before = rest
    for (const ending of endings) {
      const bare = endings === ENDINGS ? rest : rest.replace(/[\s?!.]{1,9}$/, '')
      const start = Math.max(0, bare.length - searched)
      const tail = bare.slice(start).replace(ending, '')
      rest = start + tail.length < bare.length ? bare.slice(0, start) + tail : bare
    }
  }
  return rest
}

/** Cut behind words that end with a mark, so that '1.5 l' stays. */
function sentencesIn(line: string): string[] {
  const sentences: string[] = []
  let sentence: string[] = []
  for (const word of line.split(/\s+/)) {
    sentence.push(word)
    if (/[^\d.][!?.]$/.test(word.slice(-2)) && word.length > 3) {
      sentences.push(sentence.join(' '))
      sentence = []
    }
  }
  return [...sentences, sentence.join(' ')].filter((one) => one !== '')
}

export const withoutDeterminer = (part: string) => part.replace(DETERMINER, '')
