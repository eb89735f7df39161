// The JSON report of everything that posts no frames: meters, batteries, string machines, bridges from other systems.
// It arrives over MQTT and through the replay door; all numbers are SI and say their unit in their name.

export type ReportKind = 'inverter' | 'meter' | 'battery';

/** One input of the device. */
export interface ReportChannel {
  /** From 1 to 256, each once. */
  readonly index: number;
  readonly voltageV?: number;
  readonly powerW?: number;
  /** Lifetime counter. */
  readonly energyWh?: number;
}

/** One report. What was not measured is absent. */
export interface Report {
  /** Instant of the measurement, `2026-05-30T15:43:41.000Z`; absent when the device has no clock. */
  readonly at?: string;
  readonly kind: ReportKind;
  /** Inverter: + producing. Meter: + import from the grid. Battery: + discharging. */
  readonly powerW?: number;
  /** Lifetime counter. Inverter: consumed. Meter: imported. Battery: charged. */
  readonly energyInWh?: number;
  /** Lifetime counter. Inverter: produced. Meter: exported. Battery: discharged. */
  readonly energyOutWh?: number;
  readonly acVoltageV?: number;
  readonly frequencyHz?: number;
  readonly temperatureC?: number;
  /** State of charge, 0 to 1. */
  readonly socRatio?: number;
  /** 16 bits with the meaning of the fault table. */
  readonly statusBits?: number;
  readonly channels: readonly ReportChannel[];
}

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
  | 'repeatedChannel'
  | 'nothingMeasured';

export type ParsedReport =
  | { readonly ok: true; readonly report: Report }
  /** `field` names the culprit, such as `channels[2].powerW`; empty when it is the whole. */
  | { readonly ok: false; readonly refusal: ReportRefusal; readonly field: string };

/** A payload beyond this is refused unread. */
export const maxReportBytes = 64 * 1024;

const maxChannels = 256;

interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly isWhole?: boolean;
}

/**
 * Wide enough for any device on a low-voltage grid, and narrow enough that powers fit 32 bits in steps of 0.01 and
 * counters of channels in steps of 0.1.
 */
const power: Bounds = { min: -2e7, max: 2e7 };
const measureBounds = {
  powerW: power,
  energyInWh: { min: 0, max: 1e12 },
  energyOutWh: { min: 0, max: 1e12 },
  acVoltageV: { min: 0, max: 10_000 },
  frequencyHz: { min: 0, max: 500 },
  temperatureC: { min: -90, max: 200 },
  socRatio: { min: 0, max: 1 },
  statusBits: { min: 0, max: 0xffff, isWhole: true },
} satisfies Record<string, Bounds>;
const channelBounds = {
  voltageV: { min: 0, max: 10_000 },
  powerW: power,
  energyWh: { min: 0, max: 2e8 },
} satisfies Record<string, Bounds>;
const indexBounds: Bounds = { min: 1, max: maxChannels, isWhole: true };

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

/** Null says "not available" in many feeds, and is as good as absent. */
function measured<Name extends string>(
  fields: Fields,
  prefix: string,
  bounds: Readonly<Record<Name, Bounds>>,
): { -readonly [name in Name]?: number } {
  const found: { [name in Name]?: number } = {};
  for (const name of Object.keys(bounds) as Name[]) {
    const value = fields.get(name) ?? undefined;
    if (value !== undefined) found[name] = numberWithin(value, prefix + name, bounds[name]);
  }
  return found;
}

const instantPattern =
  /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/** Whether an instant is too old or in the future is for the door to say, which knows the time. */
function instantOf(value: unknown): string {
  if (typeof value !== 'string') throw new Refused('badInstant', 'at');
  const [, year, month, day] = instantPattern.exec(value) ?? [];
  // Date.parse rolls 30 February over into March, so the calendar is asked first.
  const daysInMonth = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  const milliseconds = Date.parse(value);
  const isDay = Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= daysInMonth;
  if (!isDay || Number(year) < 1970 || Number.isNaN(milliseconds)) throw new Refused('badInstant', 'at');
  return new Date(milliseconds).toISOString();
}

const channelFields = new Set(['index', ...Object.keys(channelBounds)]);
const reportFields = new Set(['at', 'kind', 'channels', ...Object.keys(measureBounds)]);

function channelsOf(value: unknown): readonly ReportChannel[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new Refused('notAList', 'channels');
  if (value.length > maxChannels) throw new Refused('tooManyChannels', 'channels');
  const seen = new Set<number>();
  return value.map((item: unknown, i) => {
    const field = `channels[${i}]`;
    const fields = fieldsOf(item, field, channelFields);
    const index = numberWithin(fields.get('index'), `${field}.index`, indexBounds);
    if (seen.has(index)) throw new Refused('repeatedChannel', `${field}.index`);
    seen.add(index);
    const values = measured(fields, `${field}.`, channelBounds);
    if (Object.keys(values).length === 0) throw new Refused('nothingMeasured', field);
    return { index, ...values };
  });
}

function reportOf(value: unknown): Report {
  const fields = fieldsOf(value, '', reportFields);
  const kind = fields.get('kind');
  if (kind !== 'inverter' && kind !== 'meter' && kind !== 'battery') throw new Refused('unknownKind', 'kind');
  const at = fields.get('at') ?? undefined;
  const values = measured(fields, '', measureBounds);
  const channels = channelsOf(fields.get('channels'));
  const time = at === undefined ? {} : { at: instantOf(at) };
  if (Object.keys(values).length === 0 && channels.length === 0) throw new Refused('nothingMeasured', '');
  return { ...time, kind, ...values, channels };
}

/**
 * Reads a report that `JSON.parse` already gave. Strict: a field it does not know is refused, since a misspelt one
 * would be missing in silence. `at` comes back in UTC. Never throws for a value made of JSON.
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

/** Reads a payload that is a report of one device. Never throws, whatever the bytes. */
export function decodeReport(payload: Uint8Array): ParsedReport {
  const read = jsonOf(payload);
  return 'value' in read ? parseReport(read.value) : { ok: false, refusal: read.refusal, field: '' };
}

/** The payload that says this report; `decodeReport` gives it back. */
export const encodeReport = (report: Report): Uint8Array => new TextEncoder().encode(JSON.stringify(report));
