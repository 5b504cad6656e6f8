import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LANGUAGES, type Language } from '#app/domain/locale/locale.ts'
import { CATEGORIES, type Category } from './categories.ts'
import { categoryOf } from './category.ts'

type Expected = Partial<Record<Category, string[]>>

const told = (expected: Expected, language: Language) =>
  Object.values(expected).flatMap((names) => names.map((name) => [name, categoryOf(name, language)]))

const meant = (expected: Expected) =>
  Object.entries(expected).flatMap(([category, names]) => names.map((name) => [name, category]))

test.each<[Language, Expected]>([
  [
    'en',
    {
      dairy: [
        'oat milk',
        'Milk, 1 l',
        'milk (organic)',
        'milk Tesco',
        'eggs for Anna',
        'yogurt strawberry',
        '2 pints of milk',
        'butter or margarine',
        'a dozen eggs',
        'half-fat milk',
        'six eggs',
      ],
      snacks: [
        'milk chocolate',
        'chocolate with hazelnuts',
        'cheese and onion crisps',
        'box of chocolates',
        'salt & vinegar crisps',
        'chips',
      ],
      sauces: [
        'chicken stock',
        'tomato sauce',
        'salt & pepper',
        'Oregano (jar)',
        'paprika',
        'dried basil',
        'pepper',
      ],
      cans: [
        'can of tomatoes',
        'Kidney beans (400 g can)',
        'tinned peaches',
        'jar of carrots',
        'tuna',
        'chickpeas',
      ],
      frozen: [
        'frozen peas',
        'peas (frozen)',
        'ice cream',
        'icecream',
        'frozen chicken nuggets',
        'ice cream vanilla',
        'pizza pepperoni',
        'frozen',
      ],
      dry: ['dried chickpeas', 'dried mushrooms', 'pasta'],
      fish: ['salmon fillets', 'salmon steaks', 'fresh tuna steak'],
      meat: ['leg of lamb', 'rack of lamb', 'beef steaks', 'a bit of mince'],
      produce: ['bag of potatoes', 'red peppers', 'fresh oregano', 'cheap bananas', 'cherry tomatoes'],
      drinks: [
        'can of coke',
        'dry white wine',
        'Red Bull',
        'lemon and ginger tea',
        'six pack of beer',
        'orange juice no pulp',
        'apple juice (carton)',
      ],
      household: [
        'can opener',
        'egg timer',
        'tooth paste',
        'toilet-paper',
        'toothbrush',
        'freezer bags',
        'dog food cans',
        'cheese grater',
      ],
      baking: ['bicarbonate of soda', 'ground almonds', 'chopped walnuts'],
      breakfast: ['peanut butter', 'jar of honey'],
      other: [
        'milk frother thing',
        'chicken & mushroom bake',
        'pepper spray',
        'apple tree',
        'xyzzy',
        '',
        '250 g',
        'thing for the cat',
      ],
    },
  ],
  [
    'de',
    {
      dairy: [
        'Vollmilch',
        'Butter (250 g)',
        'H-Milch 1,5 %',
        'Eier Größe M',
        'Bio-Eier',
        'Joghurt Erdbeere',
        'Milch Weihenstephan',
        'Kirschjoghurt',
        'Eier für Anna',
      ],
      deli: [
        'Bergkäse',
        'BERGKÄSE',
        'Bergkaese',
        'Käse gerieben',
        'Leberkäse',
        'vegane Schnitzel',
        'Frischkäse Kräuter',
        'Kartoffelsalat',
      ],
      dry: ['Reis', 'Kartoffelbrei', 'Basmatireis', 'Nudeln (500 g)'],
      household: [
        'Zahnbürste',
        'Klobürste',
        'Zahn Pasta',
        'Käsereibe',
        'Scheuermilch',
        'Babyöl',
        'Dosenöffner',
        'Tempos',
      ],
      frozen: [
        'Eis',
        'Vanilleeis',
        'Pommes',
        'TK-Erbsen',
        'Tiefkühlspinat',
        'Spinat (TK)',
        'Lachs tiefgekühlt',
        'Eis Vanille',
        'Pizza Salami',
        'Salami Pizza',
        'Chips Eis',
      ],
      produce: ['Paprika', 'Mandarinen', 'Romatomaten', 'Basilikum Topf', 'Äpfel', 'Apfel', 'Salatgurke'],
      sauces: [
        'Oregano (Glas)',
        'Rapsöl',
        'Rapsoel',
        'Mandelöl',
        'Tomatensoße',
        'Paprikapulver',
        'Thymian getrocknet',
      ],
      cans: [
        'Dosentomaten',
        'Kidneybohnen (Dose)',
        'Pfirsiche in der Dose',
        'Glas Gurken',
        'eingelegte Gurken',
        'Tomatensuppe',
      ],
      drinks: ['Bier', 'Kasten Bier', 'Kräutertee', 'Kaffee ganze Bohne', 'Dosenbier', 'Apfelschorle'],
      fish: ['Rotbarschfilet', 'Lachs Filet', 'Lachssteak', 'Fisch in Sushi-Qualität'],
      meat: ['Schweinefilet', 'Hähnchen', 'Hackfleisch gemischt'],
      snacks: ['Chips Paprika', 'Milchschokolade', 'Kekse'],
      baking: ['gemahlene Mandeln', 'Weizenmehl'],
      other: ['Ausweis', 'Beweis', 'Apfelbaum', 'Xyzzy', 'Kegel', 'Idol'],
    },
  ],
  [
    'es',
    {
      dairy: [
        'leche de avena',
        'Leche, 1 l',
        'yogur de fresa',
        'huevos camperos',
        'docena de huevos',
        'mantequilla sin sal',
      ],
      sauces: [
        'salsa de tomate',
        'caldo de pollo',
        'Orégano (frasco)',
        'aceite de oliva',
        'albahaca seca',
        'sal y pimienta',
      ],
      cans: [
        'atún en lata',
        'Atún',
        'tomates en conserva',
        'lata de tomates',
        'garbanzos cocidos',
        'melocotones en almíbar',
        'bote de lentejas',
      ],
      frozen: ['guisantes congelados', 'espinacas (congeladas)', 'helado de fresa'],
      produce: ['tomates', 'saco de patatas', 'manzanas verdes', 'pimientos rojos', 'ajo'],
      snacks: ['chocolate con leche', 'patatas fritas', 'galletas de avena'],
      fish: ['filetes de merluza', 'filetes de salmón', 'atún fresco'],
      meat: ['filetes de ternera', '200 g de carne picada', 'hamburguesas', 'pechugas de pollo'],
      dry: ['pasta', 'garbanzos', 'arroz integral'],
      household: ['pasta de dientes', 'papel higiénico', 'bolsas de basura', 'rallador de queso'],
      drinks: ['zumo de naranja', 'lata de coca cola', 'vino tinto'],
      bread: ['pan de molde', 'barra de pan'],
      other: ['árbol de limón', 'xyzzy', 'cosas'],
    },
  ],
  [
    'fr',
    {
      dairy: [
        'lait d’avoine',
        "Lait d'avoine",
        'LAIT',
        'œufs',
        'oeufs',
        'yaourt à la fraise',
        'douzaine d’œufs',
        'creme fraiche',
      ],
      snacks: ['chocolat au lait', 'gâteaux apéritif', 'chips'],
      dry: ['pâtes', 'Pates', 'purée de pommes de terre', 'riz'],
      deli: ['pâté', 'pâté de campagne', 'fromage râpé', 'tranches de jambon', 'steak végétal'],
      baking: ['pâte feuilletée', 'amandes en poudre', 'farine'],
      cans: [
        'tomates en conserve',
        'boîte de tomates',
        'thon',
        'pêches au sirop',
        'haricots rouges',
        'bocal de carottes',
      ],
      produce: [
        'pommes',
        'pomme',
        'pommes de terre',
        'botte de radis',
        'sac de pommes de terre',
        'choux',
        'haricots verts',
      ],
      frozen: ['petits pois surgelés', 'épinards (surgelés)', 'glace à la vanille', 'frites'],
      sauces: ['paprika', 'sauce tomate', 'bouillon de poulet', 'basilic séché', 'huile d’olive', 'sel'],
      meat: ['filet de bœuf', 'steaks hachés', 'brochettes de poulet', 'cuisses de poulet'],
      fish: ['steak de saumon', 'pavé de saumon', 'filets de cabillaud'],
      household: ['papier toilette', 'brosse à dents', 'râpe à fromage', 'moule à gâteau'],
      drinks: ['thé', 'jus d’orange', 'canette de coca', 'vin rouge'],
      bread: ['baguette', 'gateau', 'tarte aux pommes', 'pain'],
      other: ['truc pour le fromage', 'xyzzy', 'pommier'],
    },
  ],
])('in %s', (language, expected) => {
  expect(told(expected, language)).toEqual(meant(expected))
})

test.each<[Language, Expected]>([
  [
    'en',
    {
      produce: ['carrots x3', 'apples ×6', '3 x leeks', 'avos'],
      meat: ['pork steaks x2', 'mince 12 % fat 400g', 'lamb shoulder 2 pcs'],
      dry: ['spaghetti No. 5', 'fusilli wholegrain'],
      drinks: ['Cola 1,5l', 'beer 6x330ml'],
      baking: ['flour T45'],
      deli: ['turkey slices wafer-thin', 'salami peppered'],
      other: ['milk whatsit x2', 'cod xyzzy'],
    },
  ],
  ['de', { drinks: ['Cola 1,5l'], dairy: ['Milch 3,5 % Fett'], dry: ['Spaghetti Nr. 5'] }],
  ['es', { dairy: ['leche 0 % materia grasa'], produce: ['limones x4'] }],
  ['fr', { dairy: ['beurre 82 % MG'], produce: ['citrons x4'], baking: ['farine T55'] }],
])('counts, sizes and descriptions hide nothing in %s', (language, expected) => {
  expect(told(expected, language)).toEqual(meant(expected))
})

test.each<[Language, Expected]>([
  [
    'en',
    {
      snacks: ['Pringles salt and vinegar', '2 Doritos cheese', 'Haribo for Anna', 'crisps Walkers'],
      frozen: ['Magnum almond', 'Milka ice cream'],
      dry: ['Pot Noodle beef'],
      produce: ['cinnamon apples'],
      sauces: ['bbq sauce garlic'],
    },
  ],
  [
    'de',
    {
      snacks: ['Milka Alpenmilch', 'Funny Frisch Paprika', 'Haribo Pfirsiche'],
      frozen: ['Milka Eis', 'Magnum Mandel'],
      sauces: ['Grillsauce Knoblauch', 'Dressing Kräuter'],
    },
  ],
  ['es', { snacks: ['Lays jamón'], frozen: ['Magnum almendra'] }],
  ['fr', { snacks: ['Pringles crème oignon'], frozen: ['Magnum amande'] }],
])('a brand in front decides over its flavor in %s', (language, expected) => {
  expect(told(expected, language)).toEqual(meant(expected))
})

test('doubled consonants don’t matter, but in Spanish', () => {
  expect(categoryOf('mozarella', 'de')).toBe('deli')
  expect(categoryOf('brocolli', 'en')).toBe('produce')
  expect(categoryOf('échalottes', 'fr')).toBe('produce')
  expect(categoryOf('pollo', 'es')).toBe('meat')
  expect(categoryOf('polo', 'es')).toBe('frozen')
})

test('where languages disagree, the list decides, and others help where it knows nothing', () => {
  expect(categoryOf('Paprika', 'de')).toBe('produce')
  expect(categoryOf('Paprika', 'en')).toBe('sauces')
  expect(categoryOf('Pommes', 'de')).toBe('frozen')
  expect(categoryOf('Pommes', 'fr')).toBe('produce')
  expect(categoryOf('Chicken Wings', 'es')).toBe('meat')
  // In Spanish, 'chopped' is a sausage.
  expect(categoryOf('chopped xyzzy', 'en')).toBe('other')
  expect(categoryOf('Zahnbürste', 'en')).toBe('household')
  expect(categoryOf('papel higiénico', 'fr')).toBe('household')
})

test('any text has a category, however long', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.constantFrom(...LANGUAGES),
      (name, language) => {
        expect(CATEGORIES).toContain(categoryOf(name, language))
      },
    ),
  )
  for (const part of ['(', '[(', 'a,', "l'", 'ß', 'eis', 'filet', 'ab ', 'milk and ', '- ', '👩‍👩‍👧'])
    for (const language of LANGUAGES)
      expect(CATEGORIES).toContain(categoryOf(part.repeat(200).slice(0, 200), language))
})

test('more names than are kept keep their categories', () => {
  for (let at = 0; at < 7000; at++) expect(categoryOf(`milk ${at}`, 'en')).toBe('dairy')
  expect(categoryOf('milk 1', 'en')).toBe('dairy')
})
