import type { Language } from '#app/domain/locale/locale.ts'

/**
 * Bought everywhere, and in few recipes. In the order in which they are suggested. Without names that begin with a
 * container, such as 'bolsas de basura', which are read as so many bags.
 */
const TEXTS: Record<Language, string> = {
  en: `water, sparkling water, milk, bread, eggs, butter, cheese, beer, wine, red wine, white wine, coffee, tea, juice,
    orange juice, apple juice, cola, lemonade, toilet paper, kitchen roll, tissues, napkins, soap, shampoo,
    conditioner, shower gel, toothpaste, toothbrush, deodorant, razor blades, shaving foam, sun cream, hand cream,
    pads, tampons, nappies, diapers, wet wipes, baby food, cotton buds, plasters, detergent, laundry detergent, fabric
    softener, washing-up liquid, dish soap, dishwasher tablets, cleaner, glass cleaner, sponges, bin bags, cling film,
    foil, baking paper, freezer bags, candles, matches, batteries, light bulbs, cat food, cat litter, dog food,
    flowers, rolls, toast, croissants, cereal, muesli, jam, honey, yoghurt, ice cream, crisps, chips, biscuits,
    cookies, chocolate, sweets, chewing gum, nuts, ham, salami, sausages, pizza, fish fingers`,
  de: `Wasser, Sprudel, Milch, Brot, Eier, Butter, Käse, Bier, Wein, Rotwein, Weißwein, Sekt, Kaffee, Tee, Saft,
    Orangensaft, Apfelsaft, Apfelschorle, Cola, Limonade, Toilettenpapier, Klopapier, Küchenrolle, Taschentücher,
    Servietten, Seife, Shampoo, Spülung, Duschgel, Zahnpasta, Zahnbürste, Deo, Rasierklingen, Rasierschaum,
    Sonnencreme, Handcreme, Binden, Tampons, Windeln, Feuchttücher, Babybrei, Wattestäbchen, Pflaster, Waschmittel,
    Weichspüler, Spülmittel, Spülmaschinentabs, Badreiniger, Glasreiniger, Schwämme, Müllbeutel, Frischhaltefolie,
    Alufolie, Backpapier, Gefrierbeutel, Kerzen, Streichhölzer, Batterien, Glühbirnen, Katzenfutter, Katzenstreu,
    Hundefutter, Blumen, Brötchen, Toast, Brezeln, Croissants, Cornflakes, Müsli, Marmelade, Honig, Joghurt, Quark,
    Eis, Chips, Kekse, Schokolade, Gummibärchen, Kaugummi, Nüsse, Schinken, Salami, Wurst, Aufschnitt, Pizza,
    Fischstäbchen`,
  es: `agua, agua con gas, leche, pan, huevos, mantequilla, queso, cerveza, vino, vino tinto, vino blanco, café, té,
    zumo, zumo de naranja, zumo de manzana, cola, limonada, papel higiénico, papel de cocina, pañuelos, servilletas,
    jabón, champú, acondicionador, gel de ducha, pasta de dientes, cepillo de dientes, desodorante, cuchillas, espuma
    de afeitar, crema solar, crema de manos, compresas, tampones, pañales, toallitas, potitos, bastoncillos, tiritas,
    detergente, suavizante, lavavajillas, pastillas para el lavavajillas, lejía, limpiacristales, estropajos, film
    transparente, papel de aluminio, papel de horno, velas, cerillas, pilas, bombillas, comida para gatos, arena para
    gatos, comida para perros, flores, panecillos, pan de molde, cruasanes, cereales, muesli, mermelada, miel, yogur,
    helado, patatas fritas, galletas, chocolate, caramelos, chicles, frutos secos, jamón, jamón cocido, chorizo,
    salchichas, pizza, varitas de pescado`,
  fr: `eau, eau gazeuse, lait, pain, œufs, beurre, fromage, bière, vin, vin rouge, vin blanc, café, thé, jus, jus
    d’orange, jus de pomme, cola, limonade, papier toilette, essuie-tout, mouchoirs, serviettes, savon, shampoing,
    après-shampoing, gel douche, dentifrice, brosse à dents, déodorant, lames de rasoir, mousse à raser, crème solaire,
    crème pour les mains, protections, tampons, couches, lingettes, petits pots, cotons-tiges, pansements, lessive,
    adoucissant, liquide vaisselle, pastilles lave-vaisselle, javel, produit pour vitres, éponges, sacs-poubelle, film
    alimentaire, papier aluminium, papier cuisson, bougies, allumettes, piles, ampoules, croquettes pour chat, litière,
    croquettes pour chien, fleurs, petits pains, pain de mie, croissants, céréales, muesli, confiture, miel, yaourt,
    glace, chips, biscuits, chocolat, bonbons, chewing-gums, noix, jambon, saucisson, saucisses, pizza, poisson pané`,
}

const namesIn = (text: string) => text.split(',').map((name) => name.trim().replace(/\s+/g, ' '))

export const commonThings = (language: Language): string[] => namesIn(TEXTS[language])
