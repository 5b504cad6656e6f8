import { nameKey } from '#app/domain/text.ts'

// Regular plurals in four languages, whatever the language: nobody says which one a word is in.

const words = (text: string) => text.split(/\s+/)

/**
 * One of them is something else than many: spectacles, mint candies, pasta, fries. The last line only looks as if it
 * ended in Brot or Ei.
 */
const APART = new Set(
  words(`glasses peppers mints greens sweets dulces pastis shorts spirits clothes goods pâtes pastas medias lunettes vacances toilettes
    rockets salts papers irons creams plasters reis mais eis gas mars radis ananas leinen laken reifen linen
    kuchen schinken rahmen braten besen
    angebote geier schleier feier leier`),
)

/** Plurals that follow a rule in few words. Each counts at the end, too: 'Weißbrote'. */
const ENDINGS =
  words(`brote:brot pilze:pilz kekse:keks fische:fisch salate:salat säfte:saft würste:wurst äpfel:apfel nüsse:nuss
  eier:ei tücher:tuch gläser:glas köpfe:kopf schwämme:schwamm hühner:huhn früchte:frucht pfirsiche:pfirsich
  kürbisse:kürbis getränke:getränk gewürze:gewürz
  nueces:nuez arroces:arroz lápices:lápiz melones:melon limones:limon jamones:jamon champiñones:champiñon
  tampones:tampon mejillones:mejillon camarones:camaron bombones:bombon jabones:jabon roscones:roscon
  calabacines:calabacin calcetines:calcetin cruasanes:cruasan mazapanes:mazapan
  yogures:yogur coliflores:coliflor flores:flor licores:licor pasteles:pastel papeles:papel pañales:pañal
  cereales:cereal dátiles:dátil caracoles:caracol frijoles:frijol
  choux:chou bocaux:bocal journaux:journal`).map((pair) => pair.split(':') as [string, string])

const RULES: [ending: RegExp, singular: string][] = [
  // 'limón' has lost its accent in 'limones'.
  [/ón$/, 'on'],
  [/ín$/, 'in'],
  [/án$/, 'an'],
  [/(\p{L}{2}[^aeiou])(?:ie[ns]?|y)$/u, '$1i'],
  [/eaux$/, 'eau'],
  [/^peces$/, 'pez'],
  [/(\p{L}{4}[^aeiou]|\p{L}{3})oes$/u, '$1o'],
  // More than these words end in 'panes' or 'coles'.
  [/(^pan|^col|tch|[eo]ach|eech|wich|[blp]unch|bench|sh|[^a]x)es$/, '$1'],
  [/(ung|ion)en$/, '$1'],
  [/(\p{L}{2}[^aeiou]e)ln$/u, '$1l'],
  [/(\p{L}{3}e)n$/u, '$1'],
  [/(\p{L}{3}[iu]|\p{L}{2}[^isu'])s$/u, '$1'],
]

function singular(word: string): string {
  // 'Keks' and 'Kürbis' are no plurals.
  if (APART.has(word) || ENDINGS.some(([, one]) => word.endsWith(one))) return word
  const ending = ENDINGS.find(([plural]) => word.endsWith(plural))
  if (ending) return word.slice(0, -ending[0].length) + ending[1]
  const rule = RULES.find(([pattern]) => pattern.test(word))
  return rule ? word.replace(rule[0], rule[1]) : word
}

/** Two names with the same key are one thing: 'apple' and 'Apples'. */
export const thingKey = (name: string): string => nameKey(name).replace(/\p{L}+/gu, singular)
