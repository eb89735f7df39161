// Metrics of the OpenTelemetry protocol as values of feeds. Pure.
import type { FeedField, FeedRole } from '@helioport/domain/feeds';
import { createFeedCollector, type FeedRequest, feedMeaning, feedPartMeaning } from '../feeds/values.ts';

/** A number of a gauge or sum, with what its metric and resource say about it. */
export interface OtlpPoint {
  metric: string;
  /** In UCUM; '' if not stated. */
  unit: string;
  /** Of a sum that only grows and states when it started at zero. */
  isCounter: boolean;
  isDelta: boolean;
  /** Attributes `device` and `device_name` of the point, else of the resource; '' without. */
  device: string;
  deviceName: string;
  /** Undefined: not recorded. */
  value: number | undefined;
  /** Milliseconds since 1970; 0: unknown. */
  atMs: number;
  startMs: number;
}

/** A counter that started at zero at a time, and which field of which reading has its value. */
export interface OtlpCounter {
  /** Place among the readings. */
  reading: number;
  field: FeedField;
  /** Identifies it among the counters of its feed. */
  series: string;
  startMs: number;
  valueWh: number;
}

export interface OtlpRequest extends FeedRequest {
  /** Oldest first. */
  readonly counters: readonly OtlpCounter[];
  /** Points that could not be used although their names are known. */
  readonly rejected: number;
}

/** Units by what they measure, with what a value is multiplied by. */
const units: Readonly<Record<string, readonly [quantity: string, factor: number]>> = {
  W: ['power', 1],
  kW: ['power', 1e3],
  MW: ['power', 1e6],
  Wh: ['energy', 1],
  'W.h': ['energy', 1],
  kWh: ['energy', 1e3],
  'kW.h': ['energy', 1e3],
  MWh: ['energy', 1e6],
  'MW.h': ['energy', 1e6],
  J: ['energy', 1 / 3600],
  kJ: ['energy', 1 / 3.6],
  V: ['voltage', 1],
  A: ['current', 1],
  Hz: ['frequency', 1],
  Cel: ['temperature', 1],
  '°C': ['temperature', 1],
  '%': ['ratio', 0.01],
  '1': ['ratio', 1],
};

const quantities: Readonly<Record<string, string>> = {
  powerW: 'power',
  acVoltageV: 'voltage',
  voltageV: 'voltage',
  currentA: 'current',
  energyOutWh: 'energy',
  energyInWh: 'energy',
  energyTodayWh: 'energy',
  energyWh: 'energy',
  frequencyHz: 'frequency',
  temperatureC: 'temperature',
  socRatio: 'ratio',
};

const DEVICE_LENGTH_MAX = 100;
/** PostgreSQL stores no NUL, and nothing shows the others. */
const isUsableDevice = (text: string): boolean => text.length <= DEVICE_LENGTH_MAX && !/\p{Cc}/u.test(text);

const shown = (text: string): string => text.slice(0, 40).replace(/[^\x20-\x7e]/g, '?');

/** The lifetime counter that a name stands for; undefined for other values and for counters of DC inputs. */
const counterOf = (name: string): { role: FeedRole; field: FeedField } | undefined => {
  const meaning = feedMeaning(name);
  return meaning?.field === 'energyOutWh' || meaning?.field === 'energyInWh' ? meaning : undefined;
};

/** Collects points as readings. A point that cannot be used is a problem of its own; unknown names are ignored. */
export function readPoints(points: readonly OtlpPoint[]): OtlpRequest {
  const into = createFeedCollector();
  const counters: (Omit<OtlpCounter, 'reading'> & { key: string; atMs: number })[] = [];
  let rejected = 0;
  const reject = (problem: string) => {
    rejected += 1;
    into.problem(problem);
  };
  for (const { metric, unit, isCounter, isDelta, device, deviceName, value, atMs, startMs } of points) {
    const meaning = feedMeaning(metric) ?? feedPartMeaning(metric);
    if (meaning === undefined) {
      // Counts the unknown name.
      into.putNamed('', metric, Number.NaN);
      continue;
    }
    if (value === undefined || !Number.isFinite(value)) continue;
    if (isDelta) {
      reject(`${shown(metric)}: delta temporality is not supported, use cumulative`);
      continue;
    }
    if (!isUsableDevice(device)) {
      reject(`${shown(metric)}: attribute device has more than ${DEVICE_LENGTH_MAX} or control characters`);
      continue;
    }
    const ownFactor = 'factor' in meaning ? (meaning.factor ?? 1) : 1;
    let si = value * ownFactor;
    if (unit !== '') {
      const [quantity, factor] = Object.hasOwn(units, unit) ? units[unit]! : ['', 1];
      if (quantity !== quantities[meaning.field]) {
        reject(`${shown(metric)}: unexpected unit ${shown(unit)}`);
        continue;
      }
      si = value * factor;
    }
    const at = atMs > 0 ? atMs : undefined;
    into.putNamed(device, metric, si / ownFactor, at, '', isUsableDevice(deviceName) ? deviceName : '');
    const counter = isCounter && startMs > 0 && startMs <= atMs ? counterOf(metric) : undefined;
    if (!counter) continue;
    const { role, field } = counter;
    const series = `${role} ${field} ${device}`;
    counters.push({ key: `${role} ${at} ${device}`, field, series, startMs, atMs, valueWh: si });
  }
  const request = into.end();
  const placeOf = new Map(
    request.readings.map(({ role, atMs, source }, i) => [`${role} ${atMs ?? ''} ${source}`, i]),
  );
  return {
    ...request,
    rejected,
    counters: counters
      .sort((a, b) => a.atMs - b.atMs)
      .map(({ key, field, series, startMs, valueWh }) => ({
        reading: placeOf.get(key) ?? -1,
        field,
        series,
        startMs,
        valueWh,
      })),
  };
}

/** What is stored of a counter: its newest start, what earlier starts have counted, and its newest value. */
export interface CounterState {
  startMs: number;
  baseWh: number;
  lastWh: number;
}

/**
 * The lifetime value of a counter and its next state. A later start with a lower value is a restart at zero. A later
 * start with a value that is not lower is a program that reports the counter of a device, which continues. Undefined
 * for a value of an earlier start than the newest one.
 */
export function countedWh(
  state: CounterState | undefined,
  { startMs, valueWh }: Pick<OtlpCounter, 'startMs' | 'valueWh'>,
): { lifetimeWh: number; state: CounterState } | undefined {
  if (!state) return { lifetimeWh: valueWh, state: { startMs, baseWh: 0, lastWh: valueWh } };
  if (startMs < state.startMs) return undefined;
  const isRestart = startMs > state.startMs && valueWh < state.lastWh;
  const baseWh = isRestart ? state.baseWh + state.lastWh : state.baseWh;
  const lastWh = isRestart ? valueWh : Math.max(state.lastWh, valueWh);
  return { lifetimeWh: baseWh + valueWh, state: { startMs, baseWh, lastWh } };
}
