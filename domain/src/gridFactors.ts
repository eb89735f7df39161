// How much CO2 one kWh from the grid costs, by country: what a kWh from the sun spares. Operators set values of their
// own over these (table grid_factors).

/** kg of CO2 equivalents per kWh of grid power, with source and year. */
export interface GridFactor {
  readonly kgPerKwh: number;
  readonly source: string;
  readonly year: number;
}

/** Applies to every country without its own factor; UN M49 code of the world. */
export const WORLD = '001';

/** Ember, Yearly Electricity Data, lifecycle carbon intensity of electricity generation, CC BY 4.0. */
const SOURCE = 'Ember';
/** By country: grams of CO2 equivalents per kWh, and the newest year that is published for it (read in June 2026). */
const gramsAndYear: Readonly<Record<string, readonly [grams: number, year: number]>> = {
  [WORLD]: [473, 2024],
  AE: [468, 2024],
  AL: [24, 2023],
  AM: [244, 2024],
  AR: [345, 2024],
  AT: [103, 2024],
  AU: [554, 2024],
  AZ: [633, 2024],
  BA: [638, 2024],
  BD: [695, 2024],
  BE: [118, 2024],
  BG: [264, 2024],
  BH: [902, 2023],
  BO: [468, 2024],
  BR: [106, 2024],
  BW: [849, 2023],
  CA: [185, 2024],
  CH: [37, 2024],
  CI: [394, 2023],
  CL: [266, 2024],
  CM: [286, 2023],
  CN: [558, 2024],
  CO: [286, 2024],
  CR: [63, 2024],
  CU: [639, 2023],
  CY: [512, 2024],
  CZ: [414, 2024],
  DE: [342, 2024],
  DK: [143, 2024],
  DO: [566, 2024],
  DZ: [634, 2023],
  EC: [210, 2024],
  EE: [341, 2024],
  EG: [574, 2024],
  ES: [146, 2024],
  ET: [24, 2023],
  FI: [72, 2024],
  FR: [44, 2024],
  GB: [216, 2024],
  GE: [143, 2024],
  GH: [453, 2023],
  GR: [320, 2024],
  GT: [273, 2023],
  HK: [682, 2023],
  HN: [290, 2023],
  HR: [174, 2024],
  HU: [183, 2024],
  ID: [682, 2023],
  IE: [280, 2024],
  IL: [567, 2023],
  IN: [709, 2024],
  IR: [649, 2024],
  IS: [28, 2023],
  IT: [288, 2024],
  JM: [561, 2022],
  JO: [539, 2022],
  JP: [484, 2024],
  KE: [85, 2024],
  KH: [497, 2024],
  KR: [416, 2024],
  KW: [637, 2024],
  KZ: [802, 2024],
  LA: [232, 2023],
  LB: [369, 2023],
  LK: [510, 2022],
  LT: [139, 2024],
  LU: [135, 2024],
  LV: [136, 2024],
  MA: [578, 2024],
  MD: [630, 2024],
  ME: [414, 2024],
  MK: [569, 2024],
  MM: [570, 2024],
  MN: [784, 2024],
  MT: [484, 2024],
  MX: [483, 2024],
  MY: [604, 2024],
  NA: [48, 2023],
  NG: [508, 2024],
  NI: [288, 2023],
  NL: [253, 2024],
  NO: [31, 2024],
  NP: [23, 2022],
  NZ: [120, 2024],
  OM: [545, 2024],
  PA: [259, 2023],
  PE: [263, 2024],
  PH: [613, 2024],
  PK: [399, 2024],
  PL: [615, 2024],
  PR: [665, 2024],
  PT: [112, 2024],
  PY: [25, 2023],
  QA: [603, 2024],
  RO: [246, 2024],
  RS: [671, 2024],
  RU: [446, 2024],
  SA: [692, 2024],
  SE: [36, 2024],
  SG: [499, 2024],
  SI: [227, 2024],
  SK: [96, 2024],
  SN: [535, 2023],
  SV: [99, 2024],
  TH: [555, 2024],
  TN: [560, 2024],
  TR: [470, 2024],
  TT: [682, 2023],
  TW: [635, 2024],
  TZ: [372, 2023],
  UA: [250, 2022],
  UG: [57, 2022],
  US: [384, 2024],
  UY: [97, 2024],
  UZ: [1121, 2023],
  VE: [180, 2023],
  VN: [486, 2024],
  ZA: [714, 2024],
  ZM: [111, 2023],
  ZW: [298, 2023],
};

/** The built-in figures by country (ISO 3166-1 alpha-2), and one for the `WORLD`. */
export const gridFactors: ReadonlyMap<string, GridFactor> = new Map(
  Object.entries(gramsAndYear).map(([countryCode, [grams, year]]) => [
    countryCode,
    { kgPerKwh: grams / 1000, source: SOURCE, year },
  ]),
);

/** The key under which a country is found among `factors`: itself, or the world where it has no figure. */
export const factorKeyOf = (factors: ReadonlyMap<string, GridFactor>, countryCode: string): string =>
  factors.has(countryCode) ? countryCode : WORLD;

/** The factor of a country among `factors`, which hold one for the world; that one where the country has none. */
export function factorIn(factors: ReadonlyMap<string, GridFactor>, countryCode: string): GridFactor {
  const found = factors.get(factorKeyOf(factors, countryCode));
  if (!found) throw new Error('world factor missing');
  return found;
}
