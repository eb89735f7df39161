// What an amount of solar energy stands for. Factors with their sources, because people ask.

const KM_PER_MILE = 1.609344;

export const equivalentFactors = {
  /** g of CO2 that a car emits per mile, from the product's specification. */
  carGPerMile: 290,
  /** W of the light bulb of the specification. */
  bulbW: 60,
  /** kg of CO2 that a grown tree takes up in a year. 9 trees for 200 kg in a known answer of the live service. */
  treeKgPerYear: 22,
  /** kg of CO2 from burning one barrel of crude oil (EPA greenhouse gas equivalencies: 0.43 t). */
  barrelKg: 430,
} as const;

export interface Equivalents {
  /** Trees that take up as much CO2 in one year. */
  readonly trees: number;
  readonly carKm: number;
  /** Hours of one 60 W bulb. */
  readonly lightHours: number;
  readonly oilBarrels: number;
}

/** g of CO2 that a car emits per km. */
export const carGPerKm = equivalentFactors.carGPerMile / KM_PER_MILE;

/** The equivalents of an energy in Wh that spared so many kg of CO2 (domain/src/gridFactors.ts). */
export function equivalentsOf(energyWh: number, co2Kg: number): Equivalents {
  return {
    trees: co2Kg / equivalentFactors.treeKgPerYear,
    carKm: ((co2Kg * 1000) / equivalentFactors.carGPerMile) * KM_PER_MILE,
    lightHours: energyWh / equivalentFactors.bulbW,
    oilBarrels: co2Kg / equivalentFactors.barrelKg,
  };
}
