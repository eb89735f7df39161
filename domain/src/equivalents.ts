// What an amount of solar energy stands for. Factors with their sources, because people ask.

/** g of CO2 that a car emits per mile, from the product's specification. */
const CAR_G_PER_MILE = 290;
const KM_PER_MILE = 1.609344;
/** W of the light bulb of the specification. */
const BULB_W = 60;
/** kg of CO2 that a grown tree takes up in a year. 9 trees for 200 kg in a known answer of the live service. */
const TREE_KG_PER_YEAR = 22;
/** kg of CO2 from burning one barrel of crude oil (EPA greenhouse gas equivalencies: 0.43 t). */
const BARREL_KG = 430;

export interface Equivalents {
  /** Trees that take up as much CO2 in one year. */
  readonly trees: number;
  readonly carKm: number;
  /** Hours of one 60 W bulb. */
  readonly lightHours: number;
  readonly oilBarrels: number;
}

/** The equivalents of an energy in Wh that spared so many kg of CO2 (domain/src/gridFactors.ts). */
export function equivalentsOf(energyWh: number, co2Kg: number): Equivalents {
  return {
    trees: co2Kg / TREE_KG_PER_YEAR,
    carKm: ((co2Kg * 1000) / CAR_G_PER_MILE) * KM_PER_MILE,
    lightHours: energyWh / BULB_W,
    oilBarrels: co2Kg / BARREL_KG,
  };
}
