// What an amount of solar energy stands for. Factors with their sources, because people ask.

/** kg of CO2 that one kWh avoids. The live service shows 7.24 kg for 7.2 kWh and 0.997 to 1.006 elsewhere. */
export const CO2_KG_PER_KWH = 0.997;
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
  readonly co2Kg: number;
  /** Trees that take up as much CO2 in one year. */
  readonly trees: number;
  readonly carKm: number;
  /** Hours of one 60 W bulb. */
  readonly lightHours: number;
  readonly oilBarrels: number;
}

/** The equivalents of an energy in Wh. */
export function equivalentsOf(energyWh: number): Equivalents {
  const energyKwh = energyWh / 1000;
  const co2Kg = energyKwh * CO2_KG_PER_KWH;
  return {
    co2Kg,
    trees: co2Kg / TREE_KG_PER_YEAR,
    carKm: ((co2Kg * 1000) / CAR_G_PER_MILE) * KM_PER_MILE,
    lightHours: energyWh / BULB_W,
    oilBarrels: co2Kg / BARREL_KG,
  };
}
