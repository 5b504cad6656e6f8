// 'onions, red' is one thing, 'onions, rice' are two. Browsers load this file, so every word counts.

const words = (text: string) => new Set(text.split(/\s+/))

/** What begins with one says how: 'butter, for frying'. Not articles: 'milk, de la crème' are two. */
const STARTS = words(`for to in into at with without plus or not no from cut about if as preferably such on
  für zum zur im aus mit ohne oder nach am bei von vom nicht kein keine keinen etwa evtl eventuell davon möglichst auf je
  para en sin con o al de del ni pour sans avec ou à au aux pas`)

const MANNER =
  words(`very well freshly finely thinly fein grob dünn sehr gut leicht muy bien finamente très finement
  grossièrement`)

const JOINING = words('and und y e et & then juice zest')

const QUALITIES =
  words(`red green yellow white black brown purple large big small medium mini fresh ripe raw cooked plain
  whole unsalted sweet hot mild spicy cold warm soft hard firm long thick thin lean boneless skinless seedless organic
  optional only frozen smooth crunchy dark light dry strong uncooked double single wholemeal wholegrain ground split cut
  beaten drained
  bio vegan mager fettarm natur bunt
  rojo verde amarillo blanco negro grande pequeño mediano fresco maduro crudo entero picante suave duro blando seco
  integral ecológico magro natural opcional fino grueso
  rouge vert jaune blanc noir gros grand petit moyen frais mûr cru entier doux sec nature complet léger maigre fin
  demi-sel épais liquide blanche fraîche douce grosse sèche complète légère facultatif`)

const DECLINED =
  /^(?:rot|grün|gelb|weiß|schwarz|braun|groß|klein|mittelgroß|frisch|reif|roh|ganz|mild|scharf|süß|sauer|kalt|warm|weich|hart|fest|dick|trocken|hell|dunkel|lang|kurz)(?:e[rsnm]?)?$/

/** 'peeled', but not 'seed'. */
const ENGLISH = /^(?!\p{L}*eed$)\p{L}{3,}ed$|^\p{L}+ly$|-(?:free|fat|sized?|skimmed|raising|range|on|in)$/u
const GERMAN =
  /^(?:un|ab|an|auf|aus|ein|vor|tief|fein|grob|klein|frisch|luft|durch)?(?:ge(?:hackt|schält|würfelt|schnitten|rieben|raspelt|hobelt|presst|mahlen|röstet|kocht|braten|räuchert|trocknet|froren|kühlt|salzen|zuckert|waschen|putzt|füllt|mischt|zupft|viertelt|schlagen|süßt|schmolzen|taut|gart|dünstet|grillt|teilt|backen|tropft|legt)|zer(?:drückt|lassen|kleinert)|ent(?:kernt|steint)|halbiert|püriert|passiert|mariniert|verquirlt|paniert|\p{L}{3,}(?:frei|arm))(?:e[rsnm]?)?$/u
const SPANISH =
  /^(?:picad|cortad|pelad|rallad|trocead|lavad|molid|ahumad|congelad|salad|triturad|escurrid|machacad|derretid|laminad|filetead|deshuesad|exprimid|desmenuzad|remojad|envasad|rebozad|curad|(?:semi)?desnatad|roj|amarill|blanc|negr|pequeñ|median|fresc|madur|crud|enter|bland|sec|magr|fin|grues)[oa]s?$|^(?:verde|grande|picante|suave|natural|integral)(?:e?s)$/
const FRENCH =
  /^(?:haché|râpé|émincé|coupé|pelé|épluché|fumé|surgelé|congelé|séché|moulu|fondu|battu|salé|sucré|concassé|écrasé|lavé|égoutté|dénoyauté|ciselé|tranché|grillé|cuit|mixé|mariné|écrémé|demi-écrémé|pressé|détaillé|taillé|ramolli|cru|entièr|vert|noir|grand|petit|rouge|jaune|blanc|mûr)e?s?$/

const isQuality = (word: string) =>
  QUALITIES.has(word) || [DECLINED, ENGLISH, GERMAN, SPANISH, FRENCH].some((pattern) => pattern.test(word))

/** A French part of something, such as 'de la crème', is a thing. */
const PART_OF = /^(?:d(?:u|es) |de (?:la |l['’]))/i

/** Only says how the thing before is: 'red', 'finely chopped', 'for frying'. */
export function isDescription(text: string): boolean {
  if (PART_OF.test(text)) return false
  if (/\p{L} free$/iu.test(text)) return true
  let describes = false
  for (const token of text.toLowerCase().split(/\s+/)) {
    const word = token.replace(/^[("']|[)."'!]{1,2}$/g, '')
    if (STARTS.has(word)) return true
    if (word === '' || JOINING.has(word)) continue
    if (!MANNER.has(word) && !isQuality(word)) return false
    describes = true
  }
  return describes
}

/** Known as one: the words around the 'and'. */
const PAIRS =
  words(`salt-pepper mac-cheese macaroni-cheese half-half fish-chips oil-vinegar salt-vinegar cheese-onion
  butter-jelly cream-onion cream-chives cookies-cream gin-tonic sweet-sour pork-beans rum-raisin fruit-veg
  fruit-vegetables fruits-vegetables head-shoulders ben-jerry's ben-jerrys arm-hammer johnson-johnson
  salz-pfeffer essig-öl öl-essig obst-gemüse süß-sauer sal-pimienta fruta-verdura frutas-verduras aceite-vinagre ajo-perejil sel-poivre fruits-légumes
  huile-vinaigre`)

const FLAVORED =
  /(?:^|\s)(?:teas?|crisps|pies?|past(?:y|ies)|soup|sandwich(?:es)?|pizzas?|sauce|stuffing|yog(?:h)?urts?|quiche|salad|dip|cake|cheesecake|muffins|shampoo|conditioner|pickles)(?:\s|$)/i
/** What stands behind belongs to all of it: 'tarte aux pommes et cannelle'. */
const COMPOUND = /\s(?:de|of|with|mit|con|à|a la|al|au|aux|for|für|para|pour|in|en)\s/i

interface Sides {
  left: string
  right: string
  /** The name alone, without its amount. */
  name: string
  /** 'two lemons', 'a cucumber', 'du pain' */
  hasAmount: boolean
  /** The last 'and' of several things. */
  endsList: boolean
}

const count = (text: string) => text.trim().split(/\s+/).length

/** Whether an 'and' stands between two things rather than within the name of one. */
export function standsBetween({ left, right, name, hasAmount, endsList }: Sides): boolean {
  const last = /\S+$/.exec(left.toLowerCase().slice(-30))?.[0] ?? ''
  const first = /^\S+/.exec(right.toLowerCase())?.[0] ?? ''
  if (PAIRS.has(`${last}-${first}`) || last.endsWith('-')) return false
  if (isDescription(name) || isDescription(right) || isQuality(last)) return false
  if (hasAmount) return true
  if (COMPOUND.test(` ${name} `) || COMPOUND.test(right)) return endsList && !COMPOUND.test(` ${name} `)
  const most = endsList ? 3 : 1
  if (count(right) > most || count(name) > most + 1) return false
  return count(right) === 1 || !FLAVORED.test(right)
}
