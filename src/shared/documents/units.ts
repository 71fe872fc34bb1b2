/**
 * Units of measure: what people choose, how a document writes it, and the code of UN/ECE
 * Recommendation 20 that an e-invoice carries (revision 17, https://unece.org/trade/uncefact/cl-recommendations).
 */

interface Unit {
  code: string;
  /** After a quantity of one, and of any other. */
  one: string;
  many: string;
}

const unit = (code: string, one: string, many = one): Unit => ({ code, one, many });

export const UNITS = {
  hour: unit('HUR', 'hour', 'hours'),
  day: unit('DAY', 'day', 'days'),
  piece: unit('H87', 'piece', 'pieces'),
  minute: unit('MIN', 'minute', 'minutes'),
  week: unit('WEE', 'week', 'weeks'),
  month: unit('MON', 'month', 'months'),
  year: unit('ANN', 'year', 'years'),
  word: unit('D68', 'word', 'words'),
  page: unit('ZP', 'page', 'pages'),
  set: unit('SET', 'set', 'sets'),
  pair: unit('PR', 'pair', 'pairs'),
  package: unit('XPK', 'package', 'packages'),
  'flat rate': unit('LS', 'flat rate', 'flat rate'),
  gram: unit('GRM', 'g'),
  kilogram: unit('KGM', 'kg'),
  tonne: unit('TNE', 't'),
  pound: unit('LBR', 'lb'),
  ounce: unit('ONZ', 'oz'),
  litre: unit('LTR', 'l'),
  millilitre: unit('MLT', 'ml'),
  gallon: unit('GLL', 'gal'),
  millimetre: unit('MMT', 'mm'),
  centimetre: unit('CMT', 'cm'),
  metre: unit('MTR', 'm'),
  kilometre: unit('KMT', 'km'),
  mile: unit('SMI', 'mi'),
  inch: unit('INH', 'in'),
  foot: unit('FOT', 'ft'),
  yard: unit('YRD', 'yd'),
  'square metre': unit('MTK', 'm²'),
  'square foot': unit('FTK', 'sq ft'),
  hectare: unit('HAR', 'ha'),
  acre: unit('ACR', 'ac'),
  'cubic metre': unit('MTQ', 'm³'),
  'kilowatt hour': unit('KWH', 'kWh'),
} as const satisfies Record<string, Unit>;

export type UnitName = keyof typeof UNITS;
export const UNIT_NAMES = Object.keys(UNITS) as UnitName[];

const byName: ReadonlyMap<string, Unit> = new Map(Object.entries(UNITS));

/** Codes of the recommendation that have no name here are kept as they are. */
const CODE = /^[A-Z0-9]{2,3}$/;

/** Whether a text is one of the names above, or looks like a code of the recommendation. */
export const isUnit = (text: string): boolean => byName.has(text) || CODE.test(text);

/** The code of the recommendation; 'one' (C62) for a line without a unit. */
export const unitCode = (text: string | null): string =>
  text === null ? 'C62' : (byName.get(text)?.code ?? text);

/** How a unit is written beside a quantity: 'hour' beside "1.00", 'hours' beside "7.25". */
export function formatUnit(text: string, quantity: string | null): string {
  const known = byName.get(text);
  if (!known) return text;
  return quantity !== null && Number(quantity) === 1 ? known.one : known.many;
}

/** Other ways in which people write a unit; plurals and signs come from the table. */
const ALIASES: Readonly<Partial<Record<UnitName, string>>> = {
  hour: 'h hr',
  day: 'd',
  piece: 'pc pce unit copy copies item each',
  minute: 'min',
  week: 'wk',
  month: 'mo mth',
  year: 'yr',
  package: 'pkg',
  'flat rate': 'flat',
  gram: 'gr gramme',
  kilogram: 'kilo',
  tonne: 'ton',
  litre: 'liter ltr',
  millilitre: 'milliliter',
  millimetre: 'millimeter',
  centimetre: 'centimeter',
  metre: 'meter',
  kilometre: 'kilometer',
  inch: 'inches',
  foot: 'feet',
  'square metre': 'm2 sqm',
  'square foot': 'sqft ft2 ft²',
  'cubic metre': 'm3 cbm',
};
/** Spelt in more than one word. */
const LONG_ALIASES: readonly (readonly [string, UnitName])[] = [
  ['sq m', 'square metre'],
  ['square meter', 'square metre'],
  ['square feet', 'square foot'],
  ['cubic meter', 'cubic metre'],
  ['lump sum', 'flat rate'],
  ['flat fee', 'flat rate'],
];

const byWriting: ReadonlyMap<string, string> = new Map(
  [
    ...LONG_ALIASES,
    ...UNIT_NAMES.flatMap((name) => {
      const { one, many } = UNITS[name];
      const others = ALIASES[name]?.split(' ') ?? [];
      return [...others, one, many, name].map((written) => [written, name] as const);
    }),
  ].flatMap(([written, name]) =>
    // Of a single letter there is no plural: LS is a code.
    [...(written.length > 1 ? [`${written}s`] : []), written].map(
      (text) => [text.toLowerCase(), name] as const,
    ),
  ),
);

const codes: ReadonlySet<string> = new Set([
  'C62',
  'EA',
  ...UNIT_NAMES.map((name) => UNITS[name].code),
]);

/**
 * A unit by its name, however people write it: 'hrs' and 'Hour' are 'hour', 'KG' is 'kilogram'. Text
 * that is none stays as it is, and so does a code.
 */
export function readUnit(typed: string): string {
  const text = typed.trim();
  const known = byWriting.get(text.toLowerCase().replace(/\.$/, '').replace(/\s+/g, ' '));
  if (known) return known;
  const code = text.toUpperCase();
  return codes.has(code) ? code : text;
}
