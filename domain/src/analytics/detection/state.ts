// The state of a plant between two days, and its form as plain JSON.
import type {
  Finding,
  FindingCause,
  FindingEvidence,
  FindingScope,
  ModuleModel,
  PlantModel,
  PlantState,
} from '../types.ts';
import type { Baseline } from './baseline.ts';
import type { Condition } from './conditions.ts';
import { curvesOf, type StoredCurve } from './curves.ts';
import { type LearnedArray, storedFactors } from './learnedFactor.ts';
import { packBytes, unpackBytes } from './pack.ts';
import { emptySky, packSky, type Sky, unpackSky } from './sky.ts';
import { clamp } from './stats.ts';
import { emptyTrack, packTrack, SECTORS, type Track, unpackTrack } from './track.ts';

export const STATE_VERSION = 2;

/** An open finding. */
export interface OpenFinding {
  readonly key: string;
  /** It was there when the readings began: nothing better is known of the module itself. */
  readonly isLasting?: boolean;
  cause: FindingCause;
  scope: FindingScope;
  subjectId: string | null;
  moduleIds: string[];
  probability: number;
  isFault: boolean;
  sinceMs: number;
  /** Day number of `sinceMs`. */
  sinceDay: number;
  readonly detectedMs: number;
  /** Wh until the end of the newest evaluated day. */
  lostWh: number;
  /** Wh on the newest days with a loss, newest last, at most ten. */
  recentWh: number[];
  evidence: FindingEvidence[];
  /** Sectors of a shaded window, first and last; null for other causes. */
  window: readonly [number, number] | null;
  /** Logarithm of the loss when it was found: what recovery is measured by. */
  depth: number;
  /** Good days in a row without the loss, and the start of the first. */
  goodDays: number;
  goodSinceMs: number | null;
}

/** Normal values of a module from before its open finding. */
export type FrozenBaseline = Baseline;

export interface ModuleMemory {
  /** What the module was when it was recorded: other hardware starts a new state. */
  identity: string;
  readonly track: Track;
  /** What it gave before its track begins. */
  readonly sky: Sky;
  frozen: FrozenBaseline | null;
}

export type ArrayMemory = LearnedArray;

export interface EngineState {
  /** Newest evaluated day; null before the first. */
  lastDay: number | null;
  readonly modules: Map<string, ModuleMemory>;
  readonly arrays: Map<string, ArrayMemory>;
  /** Power curves of the newest days by array. */
  curves: Map<string, StoredCurve[]>;
  findings: OpenFinding[];
  /** Causes that show on whole days of devices, arrays and the plant. */
  conditions: Condition[];
  /** Small values by name that single detectors keep. */
  readonly notes: Record<string, number>;
}

/** Conditions of one cause, open or pending. */
export const conditionsOf = (state: EngineState, cause: FindingCause): Condition[] =>
  state.conditions.filter((condition) => condition.cause === cause);

/** A module with another rating, device type or place in the plant is another module. */
export const identityOf = (model: ModuleModel): string =>
  `${model.arrayId ?? ''}|${model.ratedW}|${model.typeKey}|${model.deviceId}|${model.input}`;

export const emptyState = (): EngineState => ({
  lastDay: null,
  modules: new Map(),
  arrays: new Map(),
  curves: new Map(),
  findings: [],
  conditions: [],
  notes: {},
});

const LN_STEPS = 8000;

function packBaseline(baseline: Baseline): unknown {
  const bytes = new Uint8Array(SECTORS * 3);
  for (let i = 0; i < SECTORS; i++) {
    const value = baseline.sectors[i]!;
    const word = Number.isNaN(value) ? 0 : clamp(Math.round(value * LN_STEPS) + 32768, 1, 65535);
    bytes[i * 3] = word >> 8;
    bytes[i * 3 + 1] = word & 255;
    bytes[i * 3 + 2] = baseline.counts[i]!;
  }
  const { days, ratio, diffuse, voltage, slope, voltageSlope, energy, offset } = baseline;
  return {
    values: [days, ratio, diffuse, voltage, slope, voltageSlope, energy, offset].map((value) =>
      Number.isFinite(value) ? Math.round(value * 1e5) / 1e5 : null,
    ),
    sectors: packBytes(bytes),
  };
}

function unpackBaseline(stored: unknown): Baseline | null {
  const { values, sectors: text } = (stored ?? {}) as { values?: unknown; sectors?: unknown };
  const bytes = unpackBytes(text);
  if (!Array.isArray(values) || bytes.length !== SECTORS * 3) return null;
  const value = (i: number, missing: number) =>
    typeof values[i] === 'number' && Number.isFinite(values[i]) ? (values[i] as number) : missing;
  const sectors = new Float64Array(SECTORS);
  const counts = new Uint8Array(SECTORS);
  for (let i = 0; i < SECTORS; i++) {
    const word = (bytes[i * 3]! << 8) | bytes[i * 3 + 1]!;
    sectors[i] = word === 0 ? Number.NaN : (word - 32768) / LN_STEPS;
    counts[i] = bytes[i * 3 + 2]!;
  }
  return {
    days: value(0, 0),
    ratio: value(1, 0),
    diffuse: value(2, 0),
    voltage: value(3, Number.NaN),
    slope: value(4, Number.NaN),
    voltageSlope: value(5, Number.NaN),
    energy: value(6, value(1, 0)),
    offset: value(7, 0),
    sectors,
    counts,
  };
}

/** The state as plain JSON. */
export function packState(state: EngineState): PlantState {
  const modules: Record<string, unknown> = {};
  for (const [id, { identity, track, sky, frozen }] of state.modules)
    modules[id] = {
      identity,
      last: track.lastDay,
      track: packTrack(track),
      sky: packSky(sky),
      ...(frozen === null ? {} : { frozen: packBaseline(frozen) }),
    };
  const arrays: Record<string, unknown> = {};
  for (const [id, { track, factors }] of state.arrays)
    arrays[id] = { last: track.lastDay, track: packTrack(track), ...(factors ? { factors } : {}) };
  return {
    version: STATE_VERSION,
    lastDay: state.lastDay,
    modules,
    arrays,
    findings: state.findings.map((finding) => ({ ...finding })),
    curves: Object.fromEntries(state.curves),
    conditions: state.conditions.map((condition) => ({ ...condition })),
    notes: { ...state.notes },
  };
}

const recordOf = (value: unknown): Record<string, Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, Record<string, unknown>>)
    : {};

/**
 * A stored state for the plant as it is now: modules that are gone are dropped, changed ones start a new state, new ones are
 * added. A state of another version is dropped: it is learned again.
 */
export function unpackState(plant: PlantModel, stored: PlantState): EngineState {
  const state = emptyState();
  const isUsable = stored?.version === STATE_VERSION;
  const modules = isUsable ? recordOf(stored.modules) : {};
  for (const model of plant.modules) {
    const known = modules[model.id];
    const identity = identityOf(model);
    const isSame = known !== undefined && known.identity === identity;
    state.modules.set(model.id, {
      identity,
      track: isSame ? unpackTrack(known.last, known.track) : emptyTrack(),
      sky: isSame ? unpackSky(known.sky) : emptySky(),
      frozen: isSame ? unpackBaseline(known.frozen) : null,
    });
  }
  const arrays = isUsable ? recordOf(stored.arrays) : {};
  for (const [id, known] of Object.entries(arrays))
    state.arrays.set(id, {
      track: unpackTrack(known?.last, known?.track),
      factors: storedFactors(known?.factors),
    });
  if (!isUsable) return state;
  if (typeof stored.lastDay === 'number' && Number.isInteger(stored.lastDay)) state.lastDay = stored.lastDay;
  for (const [name, value] of Object.entries((stored.notes ?? {}) as Record<string, unknown>))
    if (typeof value === 'number' && Number.isFinite(value)) state.notes[name] = value;
  state.curves = curvesOf(stored.curves);
  const ids = new Set(plant.modules.map(({ id }) => id));
  const conditions = Array.isArray(stored.conditions) ? (stored.conditions as Condition[]) : [];
  state.conditions = conditions.flatMap((condition) => {
    const moduleIds = condition.moduleIds.filter((id) => ids.has(id));
    return moduleIds.length === 0 ? [] : [{ ...condition, moduleIds }];
  });
  const findings = Array.isArray(stored.findings) ? (stored.findings as OpenFinding[]) : [];
  state.findings = findings.flatMap((finding) => {
    // A module that is gone or was replaced takes its part of the finding with it.
    const moduleIds = finding.moduleIds.filter(
      (id) => modules[id]?.identity === state.modules.get(id)?.identity,
    );
    const isGone = finding.moduleIds.length > 0 && moduleIds.length === 0;
    return isGone ? [] : [{ ...finding, moduleIds }];
  });
  return state;
}

/** A finding as it is reported. */
export const reported = (
  finding: OpenFinding,
  end: Pick<Finding, 'untilMs' | 'recoveredWhPerDay'>,
  lostWhPerYear: number | null,
): Finding => ({
  key: finding.key,
  scope: finding.scope,
  subjectId: finding.subjectId,
  moduleIds: finding.moduleIds,
  cause: finding.cause,
  confidence: finding.probability >= 0.8 ? 'high' : finding.probability >= 0.6 ? 'medium' : 'low',
  probability: Math.round(finding.probability * 1000) / 1000,
  sinceMs: finding.sinceMs,
  untilMs: end.untilMs,
  detectedMs: finding.detectedMs,
  lostWh: Math.max(0, finding.lostWh),
  lostWhPerYear,
  recoveredWhPerDay: end.recoveredWhPerDay,
  isFault: finding.isFault,
  evidence: finding.evidence,
});
