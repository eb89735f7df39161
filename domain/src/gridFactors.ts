// How much CO2 one kWh from the grid costs, by country: what a kWh from the sun spares. Operators set values of their
// own over these (table grid_factors).

/** kg of CO2 equivalents per kWh of a grid, who says so, and of which year the figure is. */
export interface GridFactor {
  readonly kgPerKwh: number;
  readonly source: string;
  readonly year: number;
}

/** Stands for every country without a figure of its own; the code of the world in UN M49. */
export const WORLD = '001';

// Ember, Yearly Electricity Data, lifecycle carbon intensity of electricity generation in 2023, to the nearest 10 g.
const EMBER = { source: 'Ember', year: 2023 } as const;
const ESTIMATE = { source: 'Estimate', year: 2023 } as const;
/** Not compared with the published table yet; they say so until somebody does. */
const unchecked = new Set(
  `AE CH ES GB IL IT JP KE KR LT LU LV MA MX MY NL NZ PE PH PT RO SA SG SI SK TH TR TW US VN ZA`.split(' '),
);
const ember: Readonly<Record<string, number>> = {
  [WORLD]: 0.48,
  AE: 0.49,
  AR: 0.35,
  AT: 0.11,
  AU: 0.55,
  BA: 0.6,
  BD: 0.69,
  BE: 0.14,
  BG: 0.34,
  BO: 0.53,
  BR: 0.1,
  CA: 0.17,
  CH: 0.04,
  CL: 0.29,
  CN: 0.58,
  CO: 0.26,
  CR: 0.05,
  CY: 0.53,
  CZ: 0.45,
  DE: 0.38,
  DK: 0.15,
  EC: 0.15,
  EE: 0.42,
  EG: 0.57,
  ES: 0.17,
  FI: 0.08,
  FR: 0.06,
  GB: 0.24,
  GE: 0.17,
  GR: 0.34,
  HR: 0.21,
  HU: 0.2,
  IE: 0.29,
  IL: 0.58,
  IN: 0.71,
  IR: 0.66,
  IT: 0.33,
  JP: 0.49,
  KE: 0.07,
  KR: 0.43,
  LT: 0.16,
  LU: 0.13,
  LV: 0.12,
  MA: 0.62,
  MX: 0.51,
  MY: 0.61,
  NL: 0.27,
  NO: 0.03,
  NZ: 0.11,
  PE: 0.27,
  PH: 0.61,
  PL: 0.66,
  PT: 0.17,
  RO: 0.24,
  SA: 0.71,
  SE: 0.04,
  SG: 0.47,
  SI: 0.23,
  SK: 0.12,
  SV: 0.27,
  TH: 0.55,
  TR: 0.46,
  TW: 0.64,
  US: 0.37,
  VN: 0.48,
  ZA: 0.71,
};

/** The built-in figures by country (ISO 3166-1 alpha-2), and one for the `WORLD`. */
export const gridFactors: ReadonlyMap<string, GridFactor> = new Map(
  Object.entries(ember).map(([countryCode, kgPerKwh]) => [
    countryCode,
    { kgPerKwh, ...(unchecked.has(countryCode) ? ESTIMATE : EMBER) },
  ]),
);

/** The key under which a country is found among `factors`: itself, or the world where it has no figure. */
export const factorKeyOf = (factors: ReadonlyMap<string, GridFactor>, countryCode: string): string =>
  factors.has(countryCode) ? countryCode : WORLD;

/** The factor of a country among `factors`, which hold one for the world; that one where the country has none. */
export function factorIn(factors: ReadonlyMap<string, GridFactor>, countryCode: string): GridFactor {
  const found = factors.get(factorKeyOf(factors, countryCode));
  if (!found) throw new Error('there is no factor for the world');
  return found;
}
