// Inputs and results of the module analytics. Pure data: no database, no clock. All values in SI units, times in ms UTC.

/** A group of modules with one tilt and azimuth. */
export interface ArrayModel {
  readonly id: string;
  /** Degrees from horizontal; null if not entered. */
  readonly tiltDeg: number | null;
  /** Degrees clockwise from north; null if not entered. */
  readonly azimuthDeg: number | null;
}

export interface ModuleModel {
  /** Unique within the plant, stable over time. */
  readonly id: string;
  readonly deviceId: string;
  /** Gateway through which the device communicates; absent: it has a connection of its own. */
  readonly gatewayId?: string;
  /** DC input of the device, from 1. */
  readonly input: number;
  readonly arrayId: string | null;
  /** STC power in W. */
  readonly ratedW: number;
  /** Share of the inverter's AC limit that this input can use, in W; null if unknown. */
  readonly limitW: number | null;
  /** Modules are compared only with modules of the same type (model of inverter, of module where known). */
  readonly typeKey: string;
}

export interface PlantModel {
  readonly latitude: number;
  readonly longitude: number;
  readonly altitudeM: number;
  readonly timeZone: string;
  /** Price of a kWh that was not produced, in the currency of the plant; null if unknown. */
  readonly pricePerKwh: number | null;
  readonly arrays: readonly ArrayModel[];
  readonly modules: readonly ModuleModel[];
}

/** Values at the slots of a day; NaN where nothing was measured. */
export type SlotValues = Float32Array | Float64Array;

export interface ModuleDayInput {
  readonly moduleId: string;
  /** DC power in W, mean of the slot. */
  readonly powerW: SlotValues;
  /** DC voltage in V; null if the device does not measure it. */
  readonly voltageV: SlotValues | null;
  /** DC current in A; null if the device does not measure it. */
  readonly currentA: SlotValues | null;
  /** Energy of the day by the counter in Wh; null if unknown. Includes what was produced during gaps. */
  readonly energyWh: number | null;
}

export interface DeviceDayInput {
  readonly deviceId: string;
  readonly acVoltageV: SlotValues | null;
  readonly temperatureC: SlotValues | null;
  /** Fault bits reported in the slot, OR of all readings; null if the device reports none. */
  readonly statusBits: Uint16Array | null;
  /** Active power limit as a ratio 0 to 1; null if unknown. */
  readonly limitRatio: SlotValues | null;
}

/** Weather of the slots, where a source exists. */
export interface WeatherDayInput {
  readonly ghiWm2: SlotValues | null;
  readonly airTemperatureC: SlotValues | null;
  readonly windMs: SlotValues | null;
  readonly rainMm: SlotValues | null;
}

/** One local day of a plant at five-minute slots. */
export interface PlantDayInput {
  /** Local date, `YYYY-MM-DD`. */
  readonly day: string;
  /** Start of the local day, ms UTC. */
  readonly startMs: number;
  /** Length of a slot in ms. 276, 288 or 300 slots of five minutes make a day. */
  readonly slotMs: number;
  readonly slots: number;
  readonly modules: readonly ModuleDayInput[];
  readonly devices: readonly DeviceDayInput[];
  readonly weather: WeatherDayInput | null;
  /** Irradiance divided by its clear-sky value in the slots, derived from plants nearby; null without any. */
  readonly nearbyClearness: SlotValues | null;
}

/** Causes a finding can name. */
export const findingCauses = [
  'moduleFailure',
  'bypassDiode',
  'inverterFailure',
  'contactResistance',
  'newShading',
  'growingShading',
  'soiling',
  'snow',
  'thermalDerating',
  'curtailment',
  'clipping',
  'communication',
  'clock',
  'wrongOrientation',
  'swappedModules',
  'degradation',
  'unknown',
] as const;
export type FindingCause = (typeof findingCauses)[number];

/** What a finding is about. */
export type FindingScope = 'module' | 'device' | 'array' | 'plant';

export type FindingConfidence = 'high' | 'medium' | 'low';

/** A value behind a finding, with a name that the UI texts know (`finding.evidence.<name>`). */
export interface FindingEvidence {
  readonly name: string;
  readonly value: number | string;
  readonly unit?: 'ratio' | 'V' | 'A' | 'W' | 'Wh' | '°C' | 'deg' | 'min' | 'days' | 'percentPerDay' | 'mm';
}

export interface Finding {
  /** Stable for the life of the finding: cause may be refined, identity may not change. */
  readonly key: string;
  readonly scope: FindingScope;
  /** Module, device or array; null for the plant. */
  readonly subjectId: string | null;
  /** All modules that lose energy. */
  readonly moduleIds: readonly string[];
  readonly cause: FindingCause;
  readonly confidence: FindingConfidence;
  /** 0 to 1; what `confidence` is derived from. */
  readonly probability: number;
  /** When the loss began, ms UTC. */
  readonly sinceMs: number;
  /** When the evidence ended, ms UTC; null while it is open. */
  readonly untilMs: number | null;
  /** When the data first sufficed to report it, ms UTC. Never later than the end of the evaluated day. */
  readonly detectedMs: number;
  /** Energy lost from `sinceMs` to `untilMs` or the end of the evaluated day. */
  readonly lostWh: number;
  /** Energy lost per year if nothing is done; null if it cannot be estimated. */
  readonly lostWhPerYear: number | null;
  /** After it closed: energy per day that was recovered; null if unknown. */
  readonly recoveredWhPerDay: number | null;
  /** True for findings that need work; false for information such as clipping or snow. */
  readonly isFault: boolean;
  readonly evidence: readonly FindingEvidence[];
}

/** Data-quality results of a day. */
export const qualityFlags = [
  'outOfRange',
  'nightProduction',
  'stuck',
  'interpolated',
  'outlier',
  'clockShift',
  'incomplete',
  'clipped',
  'curtailed',
  'tooMuch',
] as const;
export type QualityFlag = (typeof qualityFlags)[number];

export interface ModuleDayResult {
  readonly moduleId: string;
  /** From the counter, else the integral of power; null if nothing is known. */
  readonly producedWh: number | null;
  /** Expected under the irradiance of this day with learned corrections; null if it cannot be estimated. */
  readonly expectedWh: number | null;
  /** Expected under a clear sky. */
  readonly clearSkyWh: number | null;
  /** Received share of the slots with light, 0 to 1. */
  readonly completeness: number;
  readonly flags: readonly QualityFlag[];
}

/** Where the irradiance behind the expected energy came from. */
export const irradianceSources = ['weather', 'plant', 'nearby', 'clearSky'] as const;
export type IrradianceSource = (typeof irradianceSources)[number];

export interface PlantDayResult {
  readonly day: string;
  readonly irradianceSource: IrradianceSource;
  readonly modules: readonly ModuleDayResult[];
  /** Expected power of the plant at the slots in W, NaN where unknown. */
  readonly expectedW: SlotValues;
  /** All findings that are open after this day or were closed on it. */
  readonly findings: readonly Finding[];
}

/**
 * State of a plant between two days: learned factors, shading maps, baselines, open findings. Plain JSON, at most a few kB
 * per module. It is created by `newPlantState` and changed only by `evaluateDay`, so evaluating the same days in the same
 * order gives the same state.
 */
export interface PlantState {
  readonly version: number;
  readonly [key: string]: unknown;
}
