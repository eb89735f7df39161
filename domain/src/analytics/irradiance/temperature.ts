// Temperature of the cells.

/** How modules are mounted, which decides how well air cools them. */
export type Mounting = 'openRack' | 'flatRoof' | 'roofVentilated' | 'roofClose' | 'facade';

interface Cooling {
  /** Ross coefficient, K m²/W: heating per irradiance without regard to wind. */
  readonly ross: number;
  /** Faiman coefficients: heat loss in W/(m² K) without wind, and per m/s of wind. */
  readonly u0: number;
  readonly u1: number;
}

/**
 * Ross coefficients after Skoplaki and Palyvos 2009 (openRack 0.0208 to facade 0.0455). Faiman 25 and 6.84 are the open
 * rack of IEC 61853-2; the others are scaled so that both models agree at 1 m/s.
 */
export const COOLING: Readonly<Record<Mounting, Cooling>> = {
  openRack: { ross: 0.0208, u0: 25, u1: 6.84 },
  flatRoof: { ross: 0.026, u0: 25, u1: 6.84 },
  roofVentilated: { ross: 0.0283, u0: 26, u1: 4 },
  roofClose: { ross: 0.0342, u0: 20, u1: 3.2 },
  facade: { ross: 0.0455, u0: 16, u1: 2.4 },
};

/** Cell temperature in °C: Ross 1976. */
export const rossCellC = (ambientC: number, poaWm2: number, ross: number): number => ambientC + ross * poaWm2;

/** Cell temperature in °C with wind in m/s at module height: Faiman 2008, IEC 61853-2. */
export const faimanCellC = (
  ambientC: number,
  poaWm2: number,
  windMs: number,
  { u0, u1 }: Pick<Cooling, 'u0' | 'u1'>,
): number => ambientC + poaWm2 / (u0 + u1 * windMs);
