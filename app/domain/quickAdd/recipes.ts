// What recipes have besides ingredients.

/** Behind a heading of steps, nothing is an ingredient until the next heading of ingredients. */
const METHOD =
  /^(?:method|directions?|instructions?|preparation|steps|zubereitung|anleitung|so geht['’]?s|preparación|elaboración|instrucciones|pasos|modo de preparación|préparation|étapes|réalisation)$/i
const INGREDIENTS =
  /^(?:(?:the )?ingredients?(?: list)?|zutaten(?:liste)?|ingredientes|ingrédients)(?: (?:for|für|para|pour) .{1,30}| \(.{1,30}\))?$/i
const OTHER =
  /^(?:notes?|tips?|tipps?|nutrition(?: facts)?|equipment|nährwerte|notas|consejos?|astuces?|(?:shopping|grocery) list|einkaufsliste|lista de la compra|liste de courses)$/i
/** Among other lines: 'For the sauce', 'Pour la pâte'. */
const FOR_PART =
  /^(?:for the|für (?:den|die|das)|para (?:el|la|los|las)|pour (?:les? |la |l['’]))\s?\p{L}+(?: \p{L}+)?$/iu

const UNIT_OF_TIME = '(?:h|hrs?|hours?|m|mins?|minutes?|minuten|std|stunden?|minutos?|horas?|heures?)'
const DURATION = new RegExp(
  String.raw`^(?:(?:\p{L}[\p{L}.]{0,20}['’ ]){0,4}\p{L}{2,25}\.?\s?[:–-]?\s)?(?:(?:ca\.?|about|approx\.?|environ|etwa|unos) )?\d{1,3}(?:[–-]\d{1,3})?\s?${UNIT_OF_TIME}\.?(?: (?:(?:and|und|y|et) )?\d{1,2} ?${UNIT_OF_TIME}\.?)?$`,
  'iu',
)
const TIMED =
  /^\d|prep|cook|bak|total|ready|active|rest|chill|time|zeit|dauer|tiempo|temps|cocci|cuisson|prépa|repos/i
const COUNT = String.raw`(?:\d{1,3}(?:\s?[–-]\s?\d{1,3})?|one|two|three|four|five|six|eight|ten|twelve|a dozen)`
const PEOPLE =
  'personen|portionen|stück|leute|personas|raciones|porciones|comensales|personnes|pers\\.?|portions?|parts|convives|servings|people'
const YIELDS: RegExp[] = [
  new RegExp(String.raw`^(?:serves|servings?|makes|yields?)\b\s?:?\s?(?:about )?${COUNT}(?!\p{L})`, 'iu'),
  new RegExp(
    String.raw`^(?:(?:für|para|pour|for|ergibt|reicht für|rinde|salen|ca\.)\s)?(?:ca\. )?${COUNT}\s(?:${PEOPLE})$`,
    'iu',
  ),
  new RegExp(String.raw`^(?:${PEOPLE})\s?:\s?${COUNT}`, 'iu'),
  /^(?:difficulty|schwierigkeit\p{L}*|dificultad|difficulté|calories|kalorien|calorías|cuisine|course|category|kategorie|author|level|niveau)\s?:\s/iu,
]

const COOKING =
  /^(?:meanwhile,? )?(?:bring(?=.* to (?:a|the) )|add|boil|simmer|heat|preheat|melt|fry|sauté|stir|mix|whisk|beat|combine|fold|pour|place|put|drain|drizzle|sprinkle|spread|transfer|remove|return|reduce|turn|cover|bake|cook|let|leave|allow|serve|season|chop|peel|dice|slice|knead|divide|set|arrange|garnish|repeat|roast|grill|toast|blend|strain|soak|rinse|line|grease)(?=\s)(?=.*\s(?:the|until|them|it|a|an|into|over|together|all|aside)(?:\s|$|[.,]))/i
const ROMANCE =
  /^(?:calent|calient|pic|añad|agreg|mezcl|cocin|horne|precal|pon|dej|sirv|serv|cort|bat|herv|hierv|sofr|incorpor|retir|pel|lav|ech|rehog|remov|cubr|faire |faites |chauff|ajout|mélang|coup|éplu|préchauff|vers|laiss|mett|cui|incorpor|éminc|hach|port)\p{L}*(?:\s\p{L}{4,12}r)?\s(?:el|la|los|las|un|una|todo|con|le|la|les|l['’]\p{L}+|un|une|tout|au|à)(?:\s|$)/iu
const GERMAN =
  /^(?:erhitzen|geben|rühren|verrühren|unterrühren|kochen|aufkochen|braten|anbraten|dünsten|andünsten|schneiden|hacken|schälen|waschen|mischen|vermengen|vermischen|hinzufügen|hinzugeben|zugeben|dazugeben|würzen|abschmecken|servieren|backen|vorheizen|lassen|stellen|legen|gießen|abgießen|köcheln|ziehen|kneten|ausrollen|bestreuen|verteilen|pürieren|schlagen|unterheben|einweichen|abtropfen|garen|rösten|schwenken)$/

export type Part = 'ingredients' | 'method' | 'heading' | 'facts' | 'step'

/** Which part of a recipe this line is, if it is none of the things. */
export function partOfRecipe(line: string, isAmongOthers: boolean): Part | undefined {
  if (line.length > 400) return undefined
  const text = line.replace(/^[#*_]{1,6}\s?|[*_:]{1,4}$/g, '').trim()
  if (YIELDS.some((pattern) => pattern.test(text))) return 'facts'
  if (DURATION.test(text) && TIMED.test(text)) return 'facts'
  if (INGREDIENTS.test(text)) return 'ingredients'
  if (METHOD.test(text)) return 'method'
  if (OTHER.test(text) || (isAmongOthers && FOR_PART.test(text))) return 'heading'
  return isStep(text) ? 'step' : undefined
}

function isStep(text: string): boolean {
  if (COOKING.test(text) || ROMANCE.test(text)) return true
  const words = text.replace(/[.!]$/, '').split(' ')
  const before = words.at(-2)?.toLowerCase() ?? ''
  return (
    words.length > 2 && GERMAN.test(words.at(-1) ?? '') && !/^(?:zum|beim)$/.test(before) && !/^\d/.test(text)
  )
}

/** Long, and ends as a sentence. A list such as 'eggs, milk, bread and butter.' has shorter parts. */
export function isSentence(text: string): boolean {
  if (!/\p{L}{3,}[.!]$/u.test(text.slice(-20)) || /^[\d½¼¾]/.test(text)) return false
  const words = text.split(' ').length
  return words >= 8 && words / text.split(/[,;]/).length >= 4
}
