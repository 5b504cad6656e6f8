import { NUMBER, numberOf, SMALL_NUMBER } from './numbers.ts'

/** How many people a text names, and where that ends. */
export interface Group {
  people: number
  end: number
}

const NOUNS =
  // English
  'people|persons?|pers|ppl|pax|servings?|portions?|helpings?|plates|adults?|grown ?ups?|kids?|child(?:ren)?|toddlers?|bab(?:y|ies)|' +
  'teen(?:ager)?s?|guests?|visitors?|friends?|mates|eaters?|diners?|mouths|heads|folks|men|man|women|woman|boys?|girls?|students?|' +
  'colleagues?|coworkers?|relatives?|neighbou?rs?|flatmates?|roommates?|hungry ones|of us|sons?|daughters?|' +
  // German
  'personen|portionen|leuten?|menschen|mann|frauen|manner|erwachsenen?|kind(?:er|ern)?|kleinkind(?:er|ern)?|babys?|jugendlichen?|' +
  'teenagern?|gasten?|gaeste|gast|freund(?:e|en|in|innen)?|essern?|koche|kopfe|teller|kolleg(?:en|innen)|nachbarn|mitbewohnern?|' +
  'verwandten?|jungs|madels|schulern?|studenten|mauler|mitgliedern?|sohne|tochter|enkeln?|enkelkinder|' +
  // Spanish
  'personas?|racion(?:es)?|porcion(?:es)?|comensales|adult[oa]s?|nin[oa]s?|invitad[oa]s?|amig[oa]s?|chic[oa]s|hij[oa]s|bebes?|jovenes|' +
  'mayores|platos|familiares|companer[oa]s|vecin[oa]s|hombres|mujeres|parientes|niet[oa]s|' +
  // French
  'personnes?|parts?|adultes?|enfants?|bebes?|ados?|adolescents?|invitee?s?|convives?|ami(?:e)?s?|gens|couverts|assiettes|bouches|' +
  'cop(?:ains?|ines?)|collegues|voisins|hommes|femmes|garcons|filles|' +
  // Other kitchens
  'persone|porzioni|pessoas|personer'

const ADJECTIVES =
  'hungry|big|small|little|young|more|other|grown|good|' +
  'hungrigen?|kleinen?|grossen?|junge|weiteren?|guten?|liebe|erwachsene|' +
  'pequen[oa]s|grandes|buen[oa]s|hambrient[oa]s|mas|otr[oa]s|petite?s?|grande?s?|autres|bon(?:ne)?s|affame(?:e)?s'

const ONE =
  'wife|husband|partner|girlfriend|boyfriend|fiance[e]?|son|daughter|mum|mom|mother|dad|father|brother|sister|boss|friend|neighbou?r|' +
  'flatmate|roommate|grandma|grandpa|grandmother|grandfather|kid|child|baby|toddler|guest|aunt|uncle|colleague|other half|' +
  'frau|mann|freund(?:in)?|partner(?:in)?|sohn|tochter|mutter|vater|mama|papa|bruder|schwester|oma|opa|kind|kleinen?|schatz|chef(?:in)?|' +
  'mitbewohner(?:in)?|kolleg(?:e|en|in)|nachbar(?:in|n)?|' +
  'mujer|espos[oa]|marido|novi[oa]|pareja|hij[oa]|madre|padre|herman[oa]|amig[oa]|abuel[oa]|vecin[oa]|bebe|' +
  'femme|mari|copain|copine|conjointe?|fils|fille|mere|pere|frere|soeur|ami(?:e)?|compagne|compagnon|voisine?|mamie|papi|enfant'
const TWO =
  'parents|grandparents|in laws|eltern|grosseltern|schwiegereltern|padres|abuelos|suegros|grands parents|beaux parents'
const MY =
  'my|our|his|her|your|the|a|an|meine?[nrm]?|deine?[nrm]?|unsere?[nrm]?|eine?[nrm]?|mi|mis|tu|su|nuestr[oa]s?|un|una|ma|mon|mes|ta|ton|notre|nos|une'
const ME =
  'me alone|just me|(?:mich|mir) alleine?|mi sol[oa]|moi (?:tout |toute )?seule?|me|myself|you|him|mich|mir|dich|ti|moi|toi|lui|elle|' +
  '(?:her|mi)(?= (?:and|y|e|et|und|,|[^\\p{L}]|$))'

const NUMBER_OR_RANGE = `(?:${SMALL_NUMBER} (?:-|to|or|bis|oder|a|o|u|ou|/) |(?:between|zwischen|entre) ${SMALL_NUMBER} (?:and|und|y|et) )?(${NUMBER})`
/** "For two hours" is not for two, and "for a lasagne" not for one. */
const NOT_PEOPLE =
  '(?! (?:kg|g|gr|mg|l|ml|cl|mins?|minutes?|minuten|minutos|hours?|h|stunden?|horas?|heures?|days?|tagen?|dias?|jours?|nights?|' +
  'nachte|noches|nuits|weeks?|wochen?|semanas?|semaines?|meals?|dinners?|lunches|mahlzeiten|comidas|cenas|repas|diners?|eur|euros?|' +
  'dollars?|£|[$]|€|%|°|pm|am|uhr|times|mal|veces|fois|x|×)(?= ))'
const ARTICLE = '(?!(?:ein|eine|einen|einem|einer|un|una|une) (?![^\\p{L}]|$|and |und |y |et ))'

const sticky = (pattern: string) => new RegExp(`(?:${pattern})(?= )`, 'uy')

const COUNTED = sticky(
  `(?:(?:${MY}|los|las|les|die|all|tous|toutes) )?(?:${NUMBER_OR_RANGE}|an?) (?:(?:of|von|de) )?(?:(?:my|our|the|meinen?|unseren?|mis|mes|nos|nuestros) )?(?:(?:${ADJECTIVES}) )*(?:${NOUNS})`,
)
const OF_US = sticky(
  `(?:(?:us|we|uns|wir|nosotr[oa]s|nous|the|los|las|les|tous les|toutes les|all) (?:(?:alle|all|los|las|les) )?(${NUMBER})|us both|both of us|the both of us|uns beiden?|beide|los dos|las dos|nous deux)`,
)
const AT_TABLE = sticky('zu (zweit|dritt|viert|funft|sechst|siebt|acht|neunt|zehnt)')
const HEADS = sticky(`(${NUMBER}) ?kopfige[nrs]? (?:familie|runde|gruppe|wg)`)
const ME_ALONE = sticky(`(?:${ME})`)
const SOMEONE = sticky(`(?:(?:${MY}) )(?:${ONE})`)
const PARENT = sticky('(?:mum|mom|dad|mama|papa|oma|opa|grandma|grandpa|mamie|papi)')
const A_PAIR = sticky(
  `(?:(?:(?:${MY}) )(?:${TWO})|(?:a|ein|un|una|une) (?:couple|paar|pareja|paire)(?: (?:of|de|von) (?:${NOUNS}))?|${TWO})`,
)
const BARE = sticky(`${ARTICLE}${NUMBER_OR_RANGE}${NOT_PEOPLE}`)
const JOIN =
  / (?:(?:and|und|y|e|et|,|plus|[+]|&|with|mit|con|avec|sowie|mas)(?: (?:and|und|y|et|also|auch))? )(?:(?:for|fur|para|pour) )?/uy

const ORDINALS = ['zweit', 'dritt', 'viert', 'funft', 'sechst', 'siebt', 'acht', 'neunt', 'zehnt']

type Kind = [pattern: RegExp, people: (number: string) => number]

const KINDS: Kind[] = [
  [A_PAIR, () => 2],
  [COUNTED, (number) => (number ? numberOf(number) : 1)],
  [HEADS, numberOf],
  [AT_TABLE, (word) => ORDINALS.indexOf(word) + 2],
]
/** Only after "for", or after others: "give me lasagne" is not for one. */
const INTRODUCED: Kind[] = [
  [OF_US, (number) => (number ? numberOf(number) : 2)],
  [SOMEONE, () => 1],
  [PARENT, () => 1],
  [ME_ALONE, () => 1],
]

function oneGroup(text: string, at: number, kinds: Kind[]): Group | undefined {
  for (const [pattern, people] of kinds) {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (match) return { people: people(match[1] ?? ''), end: at + match[0].length }
  }
  return undefined
}

/** "2 adults and 3 kids", "me and my wife"; after "for" also "6". */
export function groupsAt(text: string, at: number, isIntroduced: boolean): Group | undefined {
  const kinds = isIntroduced ? [...KINDS, ...INTRODUCED] : KINDS
  const first =
    oneGroup(text, at, kinds) ?? (isIntroduced ? oneGroup(text, at, [[BARE, numberOf]]) : undefined)
  if (!first) return undefined
  let { people, end } = first
  for (;;) {
    JOIN.lastIndex = end
    const join = JOIN.exec(text)
    const next = join && oneGroup(text, end + join[0].length, [...KINDS, ...INTRODUCED])
    if (!next) return { people, end }
    people += next.people
    end = next.end
  }
}
