// Environmental equivalents of solar energy. Factors with their sources.

const KM_PER_MILE = 1.609344;

export const equivalentFactors = {
  /** g of CO2 that a car emits per mile, from the product's specification. */
  carGPerMile: 290,
  /** W of the light bulb of the specification. */
  bulbW: 60,
  /** kg of CO2 that a grown tree absorbs per year. A known response of the original service has 9 trees for 200 kg. */
  treeKgPerYear: 22,
  /** kg of CO2 from burning one barrel of crude oil (EPA greenhouse gas equivalencies: 0.43 t). */
  barrelKg: 430,
} as const;

export interface Equivalents {
  /** Trees that absorb as much CO2 in one year. */
  readonly trees: number;
  readonly carKm: number;
  /** Hours of one 60 W bulb. */
  readonly lightHours: number;
  readonly oilBarrels: number;
}

/** g of CO2 that a car emits per km. */
export const carGPerKm = equivalentFactors.carGPerMile / KM_PER_MILE;

/** Equivalents of an energy in Wh and its avoided CO2 in kg (domain/src/gridFactors.ts). */
export function equivalentsOf(energyWh: number, co2Kg: number): Equivalents {
  return {
    trees: co2Kg / equivalentFactors.treeKgPerYear,
    carKm: ((co2Kg * 1000) / equivalentFactors.carGPerMile) * KM_PER_MILE,
    lightHours: energyWh / equivalentFactors.bulbW,
    oilBarrels: co2Kg / equivalentFactors.barrelKg,
  };
}
