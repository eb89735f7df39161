// What a plant of the fault world is made of, and what can happen to it.
import type {
  ArrayModel,
  FindingCause,
  FindingScope,
  ModuleModel,
  PlantModel,
} from '@helioport/domain/analytics/types';
import type { Climate } from './climates.ts';

/** An obstacle between sun and module: blocks beam irradiance while the sun is in the window. Degrees. */
export interface Obstacle {
  /** Middle of the window, clockwise from north. */
  readonly azimuth: number;
  /** Whole width. */
  readonly width: number;
  readonly top: number;
  readonly bottom: number;
  /** Degrees of sun movement from no shade to full shade at the sides. */
  readonly softness: number;
  /** Share of the module that the shade covers, 0 to 1; thirds are sub-strings. */
  readonly cover: number;
  /** Share of the beam that the obstacle stops: 1 for walls, less for trees. */
  readonly opacity: number;
}

/** Where modules really look, as opposed to what was entered. */
export interface Plane {
  readonly tiltDeg: number;
  readonly azimuthDeg: number;
  /** Coefficients of King's module temperature, SAND2004-3535 table 1. */
  readonly thermal: readonly [a: number, b: number, deltaK: number];
}

export interface ModuleSpec {
  readonly model: ModuleModel;
  readonly plane: number;
  /** True power at 25 °C and 1000 W/m², W. */
  readonly peakW: number;
  /** Voltage and current at the maximum power point under the same conditions. */
  readonly voltageV: number;
  readonly currentA: number;
  /** Relative to K, of power: voltage part. */
  readonly voltagePerK: number;
  readonly obstacles: readonly Obstacle[];
  /** Place along the slope, 0 bottom to 1 top: snow leaves the top first. */
  readonly height: number;
  /** From this day on, another module with this power relative to the former. */
  readonly replaced: { readonly fromDay: number; readonly ratio: number } | null;
}

export type CounterKind = 'lifetime' | 'day' | 'none';

export interface DeviceSpec {
  readonly id: string;
  /** Places in `modules`, by input. */
  readonly modules: readonly number[];
  /** Most DC power that the device converts, W. */
  readonly limitW: number;
  /** Minutes between two reports: 1, 5, 10 or 15; below 5 the slot holds the mean. */
  readonly intervalMin: number;
  /** Minute within the slot at which it measures. */
  readonly phaseMin: number;
  /** Share of reports that is lost. */
  readonly lostRatio: number;
  readonly hasVoltage: boolean;
  readonly hasTemperature: boolean;
  readonly hasStatus: boolean;
  readonly hasLimit: boolean;
  readonly counter: CounterKind;
  /** Relative error of the power meter of each input. */
  readonly gains: readonly number[];
  /** Noise of the maximum power point tracking, relative. */
  readonly noise: number;
  /** Whether it reports zeros at night, or nothing. */
  readonly reportsAtNight: boolean;
}

/** What a fault does, with what it needs to do it. Instants in ms UTC. */
export type Effect =
  /** Open circuit: nothing flows. */
  | { readonly kind: 'open'; readonly module: number }
  /** So many of three sub-strings are bypassed. */
  | { readonly kind: 'bypass'; readonly module: number; readonly count: 1 | 2 }
  /** Resistance that drops `share` of the voltage at the rated current. */
  | { readonly kind: 'resistance'; readonly module: number; readonly share: number }
  /** New obstacle; `growDays` 0: appears immediately. */
  | {
      readonly kind: 'shade';
      readonly modules: readonly number[];
      readonly obstacle: Obstacle;
      readonly growDays: number;
    }
  /** Dust that takes `perDay` more each day, at most `most`; rain washes it unless it sticks. */
  | {
      readonly kind: 'soil';
      readonly modules: readonly number[];
      readonly perDay: number;
      readonly most: number;
      readonly sticks: boolean;
    }
  /** Device hotter than it should be, by `riseK` at full load. */
  | { readonly kind: 'heat'; readonly devices: readonly number[]; readonly riseK: number }
  /** Voltage of the grid rises by `riseV` in full sun; volt-watt control answers. */
  | { readonly kind: 'gridVoltage'; readonly riseV: number }
  /** The grid operator limits power to `ratio` from hour to hour (local) each day. */
  | { readonly kind: 'limit'; readonly ratio: number; readonly fromHour: number; readonly untilHour: number }
  /** Device converts no power, all day or between two hours (local); `isOffline`: it does not report either. */
  | {
      readonly kind: 'failed';
      readonly device: number;
      readonly isOffline: boolean;
      readonly bits: number;
      readonly hours: readonly [number, number] | null;
    }
  /** No reports of these devices. */
  | { readonly kind: 'offline'; readonly devices: readonly number[] }
  /** Time stamps are wrong by `minutes`, plus `perDay` for each day up to `most`. */
  | {
      readonly kind: 'clock';
      readonly devices: readonly number[];
      readonly minutes: number;
      readonly perDay: number;
      readonly most: number;
    }
  /** Entered orientation differs from the true one: an error of the entry, nothing happens physically. */
  | { readonly kind: 'entry' }
  | { readonly kind: 'swap'; readonly a: number; readonly b: number }
  /** Loses `perDay` of its power each day; `voltageShare` of it by voltage. */
  | {
      readonly kind: 'decline';
      readonly modules: readonly number[];
      readonly perDay: number;
      readonly voltageShare: number;
    }
  /** Current falls to `ratio`. */
  | { readonly kind: 'level'; readonly modules: readonly number[]; readonly ratio: number };

export interface Fault {
  readonly id: string;
  readonly cause: FindingCause;
  /** Causes accepted in addition to `cause`. */
  readonly alsoRight: readonly FindingCause[];
  readonly scope: FindingScope;
  readonly subjectId: string | null;
  readonly moduleIds: readonly string[];
  readonly sinceMs: number;
  /** Repaired, washed off, grown away: from then on nothing is lost; null if it lasts. */
  readonly untilMs: number | null;
  readonly deadlineDays: number;
  /** Short text for reports. */
  readonly variant: string;
  readonly effect: Effect;
}

export interface PlantSpec {
  readonly id: string;
  readonly seed: string;
  readonly climate: Climate;
  /** As entered. */
  readonly model: PlantModel;
  readonly arrays: readonly ArrayModel[];
  readonly planes: readonly Plane[];
  readonly modules: readonly ModuleSpec[];
  readonly devices: readonly DeviceSpec[];
  /** Day number since 1970 of the first local day. */
  readonly firstDay: number;
  readonly days: number;
  /** Elevation of the horizon in degrees, every 10 degrees of azimuth from north; null: flat. */
  readonly horizon: readonly number[] | null;
  /** Hours of local time without any report, on some days: `[chance per day, from, until]`. */
  readonly gaps: readonly [number, number, number] | null;
  readonly hasWeather: boolean;
  readonly hasNearby: boolean;
  /** Steps in which values are reported. */
  readonly steps: { readonly powerW: number; readonly voltageV: number; readonly currentA: number };
  readonly isHealthy: boolean;
  readonly oddities: readonly string[];
  readonly faults: readonly Fault[];
}
