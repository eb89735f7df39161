// Scales between raw words and SI units, with the evidence for each.
// The vendor publishes none of them, so raw bytes are stored with the decoded values and can be decoded again with a
// better scale.

/** One scale. `toRaw` is not yet rounded nor held within 16 bits; `toSi(toRaw(x))` is x. */
export interface Scale {
  readonly toSi: (raw: number) => number;
  readonly toRaw: (si: number) => number;
}

const countsPerUnit = (counts: number): Scale => ({
  toSi: (raw) => raw / counts,
  toRaw: (si) => si * counts,
});

const unitsPerCount = (units: number): Scale => ({
  toSi: (raw) => raw * units,
  toRaw: (si) => si / units,
});

/** Frames without channel blocks and frames with them count power, energy and DC voltage differently. */
export interface SizeScales {
  /** W of AC power, of the device and of each channel. */
  readonly power: Scale;
  /** Wh since the counter's reset at dawn, of the device and of each channel. */
  readonly energy: Scale;
  /** V at the DC side, of the device and of each channel. */
  readonly dcVoltage: Scale;
}

/**
 * Frames of 45 bytes.
 * Power: 78.568 counts per W; 446 of 446 power words posted to the vendor's portal came back as the watts of this rule,
 * rounded half up, and the divisor must be in 78.56751…78.56846. The word saturates at 834 W.
 * Energy: 0.2308 Wh per count, from a meter connected with a BDM-800; integrating the power of a BDM-400 gives 0.229.
 * DC voltage: 200 counts per V, reported by one author; gives a plausible 26.5…33.9 V.
 */
const plainScales: SizeScales = {
  power: countsPerUnit(78.568),
  energy: unitsPerCount(0.2308),
  dcVoltage: countsPerUnit(200),
};

/**
 * Frames with channel blocks (69 bytes for four).
 * Power: 25.6 counts per W, compared with the vendor's portal on a BDM-1200-LV.
 * Energy: 3.62 Wh per count, fitted to the vendor's portal; integrating the power words gives 3.61.
 * DC voltage: 256 counts per V, compared with the vendor's portal on a BDM-2250. On a BDM-1200-LV this gives 24 V for
 * a panel that should have more, so there the scale is an open question.
 */
const channelScales: SizeScales = {
  power: countsPerUnit(25.6),
  energy: unitsPerCount(3.62),
  dcVoltage: countsPerUnit(256),
};

/** Scales of a frame with this many channel blocks. */
export const scalesFor = (channelCount: number): SizeScales =>
  channelCount === 0 ? plainScales : channelScales;

/**
 * AC voltage in V: raw · 11 / 192. Derived: gives 232…239 V for units in Europe, 241…245 V in Brazil and 123 V on a 120
 * V leg in the United States (the app showed 122.5 V). No other published rule fits all three.
 */
export const acVoltageScale: Scale = {
  toSi: (raw) => (raw * 11) / 192,
  toRaw: (si) => (si * 192) / 11,
};

/** Frequency in Hz: 256 counts per Hz, compared with the vendor's portal. */
export const frequencyScale: Scale = countsPerUnit(256);

/** Raw words of offset 35 and the °C that the vendor's portal showed for them, two each from two device families. */
const temperaturePoints = [
  { raw: 3359, celsius: 15 },
  { raw: 3807, celsius: 26.4 },
  { raw: 3840, celsius: 27 },
  { raw: 4224, celsius: 35 },
] as const;

interface Line {
  readonly fromRaw: number;
  readonly fromCelsius: number;
  readonly untilRaw: number;
  readonly untilCelsius: number;
  readonly celsiusPerCount: number;
}

const temperatureLines: readonly Line[] = temperaturePoints.slice(1).map((until, i) => {
  const from = temperaturePoints[i] ?? until;
  return {
    fromRaw: from.raw,
    fromCelsius: from.celsius,
    untilRaw: until.raw,
    untilCelsius: until.celsius,
    celsiusPerCount: (until.celsius - from.celsius) / (until.raw - from.raw),
  };
});

function lineUntil(isBefore: (line: Line) => boolean): Line {
  const line = temperatureLines.find(isBefore) ?? temperatureLines.at(-1);
  if (line === undefined) throw new Error('the temperature table is empty');
  return line;
}

/**
 * Temperature in °C: linear interpolation of the four known points, which fit a thermistor curve for all frame sizes.
 * Extrapolated below 15 °C and above 37 °C, which is an estimate.
 */
export const temperatureScale: Scale = {
  toSi: (raw) => {
    const line = lineUntil((l) => raw <= l.untilRaw);
    return line.fromCelsius + (raw - line.fromRaw) * line.celsiusPerCount;
  },
  toRaw: (celsius) => {
    const line = lineUntil((l) => celsius <= l.untilCelsius);
    return line.fromRaw + (celsius - line.fromCelsius) / line.celsiusPerCount;
  },
};
