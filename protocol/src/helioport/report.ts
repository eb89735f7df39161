// JSON reading of devices that post no frames: meters, batteries, string inverters, bridges from other systems.
// Received over MQTT and the replay endpoint; all numbers are SI, with the unit in the field name.

import { type DeviceKindKey, deviceKinds } from '@helioport/domain/deviceKinds';
import {
  type ChannelField,
  fieldOf,
  measuresPer,
  type PhaseField,
  type Place,
  type ReportField,
} from '@helioport/domain/measures';

/** `inverter`, whose device type follows from the vendor, or a device type that measures. */
export type ReportKind = 'inverter' | DeviceKindKey;

const reportKinds: readonly unknown[] = [
  'inverter',
  ...deviceKinds.filter((kind) => kind.measures.length > 0).map(({ key }) => key),
] satisfies ReportKind[];
const isReportKind = (value: unknown): value is ReportKind => reportKinds.includes(value);

/** One DC input of the device: `voltageV`, `currentA`, `powerW`, `energyWh` (lifetime counter) … */
export type ReportChannel = {
  /** From 1 to 256, each once. */
  readonly index: number;
} & { readonly [field in ChannelField]?: number };

/** One phase of the grid: `voltageV`, `currentA`, `powerW` … */
export type ReportPhase = {
  /** From 1 to 3, each once. */
  readonly index: number;
} & { readonly [field in PhaseField]?: number };

/**
 * One report. What was not measured is absent. The numbers are those of the catalogue of measures:
 * `powerW`: inverter + producing, meter + import from the grid, battery + discharging.
 * `energyInWh`, lifetime counter: inverter consumed, meter imported, battery charged.
 * `energyOutWh`, lifetime counter: inverter produced, meter exported, battery discharged.
 */
export type Report = {
  /** Instant of the measurement, `2026-05-30T15:43:41.000Z`; absent when the device has no clock. */
  readonly at?: string;
  readonly kind: ReportKind;
  /** 16 bits with the meaning of the fault table. */
  readonly statusBits?: number;
  readonly channels: readonly ReportChannel[];
  readonly phases?: readonly ReportPhase[];
} & { readonly [field in ReportField]?: number };

/** Why a payload is no report. */
export type ReportRefusal =
  | 'tooLarge'
  | 'notJson'
  | 'notAnObject'
  | 'unknownField'
  | 'unknownKind'
  | 'badInstant'
  | 'notANumber'
  | 'outOfBounds'
  | 'notAList'
  | 'tooManyChannels'
  | 'tooManyPhases'
  | 'repeatedChannel'
  | 'repeatedPhase'
  | 'nothingMeasured';

export type ParsedReport =
  | { readonly ok: true; readonly report: Report }
  /** `field` names the culprit, such as `channels[2].powerW`; empty when it is the whole. */
  | { readonly ok: false; readonly refusal: ReportRefusal; readonly field: string };

/** Larger payloads are rejected unread. */
export const maxReportBytes = 64 * 1024;

interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly isWhole?: boolean;
}

type BoundsOf = Readonly<Record<string, Bounds>>;

/** Fields of measurements at a level. If several measurements share one, the widest bounds apply. */
function boundsAt(place: Place): Record<string, Bounds> {
  const bounds: Record<string, Bounds> = {};
  for (const measure of measuresPer(place)) {
    const field = fieldOf(measure, place);
    if (field === undefined) continue;
    const max = place === 'device' ? measure.max : (measure.partMax ?? measure.max);
    const known = bounds[field] ?? { min: measure.min, max };
    bounds[field] = { min: Math.min(known.min, measure.min), max: Math.max(known.max, max) };
  }
  return bounds;
}

const measureBounds: BoundsOf = {
  ...boundsAt('device'),
  statusBits: { min: 0, max: 0xffff, isWhole: true },
};

/** Fields of inputs and phases in a reading. */
const parts = {
  channels: {
    most: 256,
    bounds: boundsAt('input') as BoundsOf,
    refusals: { tooMany: 'tooManyChannels', repeated: 'repeatedChannel' },
  },
  phases: {
    most: 3,
    bounds: boundsAt('phase') as BoundsOf,
    refusals: { tooMany: 'tooManyPhases', repeated: 'repeatedPhase' },
  },
} as const;

/** Carries a refusal out of the parsing functions; it never leaves this file. */
class Refused extends Error {
  readonly refusal: ReportRefusal;
  readonly field: string;
  constructor(refusal: ReportRefusal, field: string) {
    super(refusal);
    this.refusal = refusal;
    this.field = field;
  }
}

type Fields = ReadonlyMap<string, unknown>;

function fieldsOf(value: unknown, field: string, known: ReadonlySet<string>): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Refused('notAnObject', field);
  const fields = new Map<string, unknown>(Object.entries(value));
  for (const name of fields.keys()) {
    if (!known.has(name)) throw new Refused('unknownField', field === '' ? name : `${field}.${name}`);
  }
  return fields;
}

function numberWithin(value: unknown, field: string, bounds: Bounds): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new Refused('notANumber', field);
  const isFitting =
    value >= bounds.min && value <= bounds.max && (!bounds.isWhole || Number.isInteger(value));
  if (!isFitting) throw new Refused('outOfBounds', field);
  return value;
}

/** Null means "not available" in many feeds and is treated as absent. */
function measured(fields: Fields, prefix: string, bounds: BoundsOf): Record<string, number> {
  const found: Record<string, number> = {};
  for (const [name, bound] of Object.entries(bounds)) {
    const value = fields.get(name) ?? undefined;
    if (value !== undefined) found[name] = numberWithin(value, prefix + name, bound);
  }
  return found;
}

const instantPattern =
  /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/** The endpoint checks whether the instant is too old or in the future, because it has the current time. */
function instantOf(value: unknown): string {
  if (typeof value !== 'string') throw new Refused('badInstant', 'at');
  const [, year, month, day] = instantPattern.exec(value) ?? [];
  // Date.parse rolls 30 February over into March, so the days of the month are checked first.
  const daysInMonth = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  const milliseconds = Date.parse(value);
  const isDay = Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= daysInMonth;
  if (!isDay || Number(year) < 1970 || Number.isNaN(milliseconds)) throw new Refused('badInstant', 'at');
  return new Date(milliseconds).toISOString();
}

/** The range of each number of a report: of the device, its inputs and its phases. */
export const reportBounds: Readonly<Record<'device' | 'channels' | 'phases', BoundsOf>> = {
  device: measureBounds,
  channels: parts.channels.bounds,
  phases: parts.phases.bounds,
};

const reportFields = new Set(['at', 'kind', ...Object.keys(parts), ...Object.keys(measureBounds)]);

function partsOf(value: unknown, list: keyof typeof parts): { index: number }[] {
  const { most, bounds, refusals } = parts[list];
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new Refused('notAList', list);
  if (value.length > most) throw new Refused(refusals.tooMany, list);
  const known = new Set(['index', ...Object.keys(bounds)]);
  const seen = new Set<number>();
  return value.map((item: unknown, i) => {
    const field = `${list}[${i}]`;
    const fields = fieldsOf(item, field, known);
    const index = numberWithin(fields.get('index'), `${field}.index`, { min: 1, max: most, isWhole: true });
    if (seen.has(index)) throw new Refused(refusals.repeated, `${field}.index`);
    seen.add(index);
    const values = measured(fields, `${field}.`, bounds);
    if (Object.keys(values).length === 0) throw new Refused('nothingMeasured', field);
    return { index, ...values };
  });
}

function reportOf(value: unknown): Report {
  const fields = fieldsOf(value, '', reportFields);
  const kind = fields.get('kind');
  if (!isReportKind(kind)) throw new Refused('unknownKind', 'kind');
  const at = fields.get('at') ?? undefined;
  const values = measured(fields, '', measureBounds);
  const channels = partsOf(fields.get('channels'), 'channels');
  const phases = partsOf(fields.get('phases'), 'phases');
  const time = at === undefined ? {} : { at: instantOf(at) };
  if (Object.keys(values).length + channels.length + phases.length === 0)
    throw new Refused('nothingMeasured', '');
  return { ...time, kind, ...values, channels, ...(phases.length > 0 ? { phases } : {}) };
}

/**
 * Validates a reading from `JSON.parse`. Strict: unknown fields are rejected, because a misspelled one would be lost
 * unnoticed. `at` is returned in UTC. Never throws for a JSON value.
 */
export function parseReport(value: unknown): ParsedReport {
  try {
    return { ok: true, report: reportOf(value) };
  } catch (error) {
    if (error instanceof Refused) return { ok: false, refusal: error.refusal, field: error.field };
    throw error;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The JSON of a payload, or why there is none. Never throws, whatever the bytes. */
export function jsonOf(payload: Uint8Array): { value: unknown } | { refusal: ReportRefusal } {
  if (payload.length > maxReportBytes) return { refusal: 'tooLarge' };
  try {
    return { value: JSON.parse(utf8.decode(payload)) };
  } catch {
    return { refusal: 'notJson' };
  }
}

/** Reads a payload that is a report of one device. Never throws, whatever the bytes. @internal Tests read by it. */
export function decodeReport(payload: Uint8Array): ParsedReport {
  const read = jsonOf(payload);
  return 'value' in read ? parseReport(read.value) : { ok: false, refusal: read.refusal, field: '' };
}

/** Encodes a reading as the payload that `decodeReport` parses. @internal For tests. */
export const encodeReport = (report: Report): Uint8Array => new TextEncoder().encode(JSON.stringify(report));
