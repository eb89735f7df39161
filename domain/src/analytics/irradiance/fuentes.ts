// Cell temperature with heat storage: Fuentes, "A simplified thermal model for flat-plate photovoltaic arrays",
// SAND85-0330 (Sandia National Laboratories, 1987), the model of PVWatts. Temperatures in kelvin inside.

const RAD = Math.PI / 180;
const ZERO_C = 273.15;
const STEFAN_BOLTZMANN = 5.669e-8;
const EMISSIVITY = 0.84;
const ABSORPTION = 0.83;
/** Hydraulic diameter of a module, meters. */
const LENGTH_M = 0.5;
/** Heat capacity per area of a module, J/(m² K). */
const CAPACITY = 11_000;
/** Wind is measured at 9.144 m and acts at 5 m. */
const WIND_FACTOR = (5 / 9.144) ** 0.2;
const PRANDTL = 0.71;
/** From this Reynolds number the flow along the module is turbulent. */
const TURBULENT = 1.2e5;
/** Conditions of the nominal operating temperature: air, sky in kelvin; irradiance in W/m². */
const NOCT_AIR_K = 293.15;
const NOCT_SKY_K = 282.21;
const NOCT_WM2 = 800;
const ROUNDS = 10;

/** Heat transfer by forced and free convection at the front, W/(m² K). */
function convection(
  filmK: number,
  windMs: number,
  differenceK: number,
  sinTilt: number,
  mayBeTurbulent: boolean,
): number {
  const density = (0.003484 * 101_325) / filmK;
  const viscosity = (0.24237e-6 * filmK ** 0.76) / density;
  const conductivity = 2.1695e-4 * filmK ** 0.84;
  const reynolds = (windMs * LENGTH_M) / viscosity;
  const perReynolds =
    mayBeTurbulent && reynolds > TURBULENT
      ? 0.0282 / reynolds ** 0.2 / PRANDTL ** 0.4
      : 0.86 / reynolds ** 0.5 / PRANDTL ** 0.67;
  const forced = perReynolds * density * windMs * 1007;
  const grashof = ((9.8 / filmK) * differenceK * LENGTH_M ** 3 * sinTilt) / viscosity ** 2;
  const free = (0.21 * (grashof * PRANDTL) ** 0.32 * conductivity) / LENGTH_M;
  return Math.cbrt(free ** 3 + forced ** 3);
}

const radiation = (a: number, b: number) => EMISSIVITY * STEFAN_BOLTZMANN * (a ** 2 + b ** 2) * (a + b);

export interface FuentesModule {
  /** Nominal operating cell temperature as installed, °C: 45 on an open rack, 49 close to a roof (PVWatts). */
  readonly installedNoctC: number;
  readonly tiltDeg: number;
}

/** How a module sheds heat at its back, derived from its nominal operating temperature. */
function backSide({ installedNoctC }: FuentesModule, sinTilt: number) {
  const noct = installedNoctC + ZERO_C;
  const rise = noct - NOCT_AIR_K;
  const front = convection((noct + NOCT_AIR_K) / 2, 1, rise, sinTilt, false);
  const toSky = EMISSIVITY * STEFAN_BOLTZMANN * (noct ** 4 - NOCT_SKY_K ** 4);
  const back =
    (ABSORPTION * NOCT_WM2 - toSky - front * rise) / ((radiation(noct, NOCT_AIR_K) + front) * rise);
  const coolest = (noct ** 4 - back * (noct ** 4 - NOCT_AIR_K ** 4)) ** 0.25;
  const ground = Math.min(noct, Math.max(NOCT_AIR_K, coolest));
  const toGround = EMISSIVITY * STEFAN_BOLTZMANN * (noct ** 4 - ground ** 4);
  return {
    /** Rise of the surface behind the module as a share of the module's rise. */
    groundShare: (ground - NOCT_AIR_K) / rise,
    /** Convection at both sides as a multiple of that at the front. */
    bothSides: (ABSORPTION * NOCT_WM2 - toSky - toGround) / (front * rise),
    capacity: CAPACITY * (noct > 321.15 ? 1 + (noct - 321.15) / 12 : 1),
  };
}

/**
 * Returns a function that takes the irradiance on the module (POA, W/m²), air temperature (°C), wind (m/s at 9 m) and
 * the time since the previous call (s), in order of time, and gives the cell temperature in °C.
 */
export function fuentesCell(
  module: FuentesModule,
): (poaWm2: number, ambientC: number, windMs: number, seconds: number) => number {
  const sinTilt = Math.sin(module.tiltDeg * RAD);
  const { groundShare, bothSides, capacity } = backSide(module, sinTilt);
  let before = { cell: NOCT_AIR_K, absorbed: 0 };
  return (poaWm2, ambientC, windMs, seconds) => {
    const air = ambientC + ZERO_C;
    const sky = 0.68 * 0.0552 * air ** 1.5 + 0.32 * air;
    const absorbed = ABSORPTION * poaWm2;
    const wind = windMs * WIND_FACTOR + 1e-4;
    let cell = before.cell;
    for (let round = 0; round < ROUNDS; round++) {
      const convected = bothSides * convection((cell + air) / 2, wind, Math.abs(cell - air), sinTilt, true);
      const ground = air + groundShare * (cell - air);
      const toSky = radiation(cell, sky);
      const toGround = radiation(cell, ground);
      const loss = convected + toSky + toGround;
      const exponent = (-loss / capacity) * seconds;
      const kept = exponent > -10 ? Math.exp(exponent) : 0;
      const change = absorbed - before.absorbed;
      cell =
        before.cell * kept +
        ((1 - kept) *
          (convected * air + toSky * sky + toGround * ground + before.absorbed + change / exponent) +
          change) /
          loss;
    }
    before = { cell, absorbed };
    return cell - ZERO_C;
  };
}
