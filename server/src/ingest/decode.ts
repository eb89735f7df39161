// Converts arrivals to stored values: bytes or JSON to integers in the steps of the columns.

import { firstVendor, isBlankSerial, parseSn, snOf } from '@helioport/domain/deviceIdentity';
import { type DeviceKind, deviceKind } from '@helioport/domain/deviceKinds';
import { DAY_MS } from '@helioport/domain/duration';
import { fieldOf, type Measure, measuresPer, toStore } from '@helioport/domain/measures';
import { stateRule } from '@helioport/domain/state';
import type { Report } from '@helioport/protocol/helioport/report';
import { inverterKindOf, isSerialOf } from '@helioport/protocol/manufacturers';
import { type Checksums, type DecodedFrame, decodeFrame } from '@helioport/protocol/nep/frame';
import { readFrame } from '@helioport/protocol/nep/reading';
import type { Seen } from '../repositories/devices.ts';
import { KIND, type Lists, type Measured, type Scalars } from '../timeseries/reading.ts';
import { PHASES } from '../timeseries/readings/readingParts.ts';
import type { CompositeArrival, PartOf } from './parts.ts';

/** Input of the pipeline. */
export type Arrival = SingleArrival | CompositeArrival;

/** An arrival with data of one device. */
export type SingleArrival =
  /**
   * `atMs`: the time stated by the sender; without it, the time of arrival. `read`: the same bytes, if the endpoint has
   * already decoded them.
   */
  | { kind: 'frame'; bytes: Uint8Array; atMs?: number; read?: DecodedFrame }
  /** `sn`: whose reading it is, in any way of writing it. */
  | {
      kind: 'report';
      sn: string;
      report: Report;
      part?: PartOf;
      atMs?: number;
      /** Of an inverter: counter of its day, which no reading of our own format has. */
      energyTodayWh?: number;
      /** The same of its inputs, by their numbers from 1. */
      inputsTodayWh?: ReadonlyMap<number, number>;
    };

/** An arrival that makes sense. Device and plant are not known yet. */
export interface Decoded {
  seen: Seen;
  measured: Measured;
  atMs: number;
  hasOwnTime: boolean;
  contentHash: number;
  /** Only frames have bytes worth keeping. */
  raw: { bytes: Uint8Array; checks: number } | null;
  /** Names of the checksums that are wrong. */
  wrongChecksums: (keyof Checksums)[];
  /** Came from a device over HTTP, so that it is forwarded where UPSTREAM is set. */
  isFromDevice?: true;
}

export type DecodeResult = { ok: true; decoded: Decoded } | { ok: false; refusal: string };

/** Older readings are taken for a broken clock. */
const PAST_MS = 10 * 366 * DAY_MS;

/**
 * 52 bits of two FNV-1a hashes: enough to distinguish two readings of one device in one minute. An attacker who can
 * forge a colliding reading can also send it directly.
 */
function hashOf(content: Uint8Array): number {
  let a = 0x811c9dc5;
  let b = 0x1000193;
  for (const byte of content) {
    a = Math.imul(a ^ byte, 0x01000193);
    b = Math.imul(b ^ byte, 0x85ebca6b);
  }
  return (a >>> 0) * 0x100000 + ((b >>> 12) & 0xfffff);
}

/** Reads an arrival; never throws. `refusal` names what is wrong with it. */
export function decodeArrival(arrival: SingleArrival, nowMs: number): DecodeResult {
  const atMs = arrival.atMs ?? nowMs;
  const hasOwnTime = arrival.atMs !== undefined;
  if (!(atMs <= nowMs + stateRule.aheadMs)) return { ok: false, refusal: 'inTheFuture' };
  if (!(atMs >= nowMs - PAST_MS)) return { ok: false, refusal: 'tooOld' };
  return arrival.kind === 'frame'
    ? decodeBytes(arrival.bytes, arrival.read ?? decodeFrame(arrival.bytes), atMs, hasOwnTime)
    : decodeReport(arrival, atMs, hasOwnTime);
}

function decodeBytes(
  bytes: Uint8Array,
  result: DecodedFrame,
  atMs: number,
  hasOwnTime: boolean,
): DecodeResult {
  if (!result.ok) return result;
  const { frame, checksums } = result;
  if (isBlankSerial(frame.serial)) return { ok: false, refusal: 'badSerial' };
  const reading = readFrame(frame);
  const { channels } = reading;
  const hasChannels = channels.length > 0;
  return {
    ok: true,
    decoded: {
      seen: {
        sn: snOf(firstVendor, frame.serial),
        vendor: firstVendor,
        serial: frame.serial,
        part: '',
        atMs,
        kind: inverterKindOf(firstVendor),
        modelByte: frame.modelByte,
      },
      measured: {
        kind: KIND.inverter,
        statusBits: reading.statusBits,
        state: frame.stateByte,
        scalars: {
          power: toStore('power', reading.powerW),
          dcVoltage: toStore('dcVoltage', reading.dcVoltageV),
          acVoltage: toStore('acVoltage', reading.acVoltageV),
          frequency: toStore('frequency', reading.frequencyHz),
          temperature: toStore('temperature', reading.temperatureC),
          energy: toStore('energy', reading.energyTodayWh),
        },
        inputs: hasChannels
          ? {
              dcVoltage: channels.map((c) => toStore('dcVoltage', c.voltageV)),
              power: channels.map((c) => toStore('power', c.powerW)),
              energy: channels.map((c) => toStore('energy', c.energyTodayWh)),
            }
          : {},
        phases: {},
      },
      atMs,
      hasOwnTime,
      contentHash: hashOf(bytes),
      raw: {
        bytes,
        checks: (checksums.inner ? 1 : 0) | (checksums.sum ? 2 : 0) | (checksums.xor ? 4 : 0),
      },
      wrongChecksums: (['inner', 'sum', 'xor'] as const).filter((name) => !checksums[name]),
    },
  };
}

/** Which measures a field may mean. Those of one field differ by the kind of the device. */
const byField = new Map<string, Measure[]>();
for (const measure of measuresPer('device')) {
  const field = fieldOf(measure, 'device');
  if (field !== undefined) byField.set(field, [...(byField.get(field) ?? []), measure]);
}

/**
 * Measurements of a reading. A field shared by several measurements means the one that the device kind has; without
 * one, such as the consumption of an inverter, the field is ignored.
 */
function scalarsOf(report: Report, kind: DeviceKind): Scalars {
  const fields: Readonly<Record<string, unknown>> = report;
  const scalars: Scalars = {};
  for (const [field, candidates] of byField) {
    const value = fields[field];
    if (typeof value !== 'number') continue;
    const isOf = ({ key }: Measure) => kind.measures.includes(key) || kind.counters?.includes(key) === true;
    const measure = candidates.length === 1 ? candidates[0] : candidates.find(isOf);
    if (measure) scalars[measure.key] = toStore(measure.key, value);
  }
  return scalars;
}

/** Inputs or phases as lists of one length, as far as any of them told the measure. */
function listsOf(place: 'input' | 'phase', parts: readonly { readonly index: number }[]): Lists {
  const lists: Record<string, (number | null)[]> = {};
  const length = place === 'phase' ? PHASES : Math.max(0, ...parts.map(({ index }) => index));
  for (const measure of measuresPer(place)) {
    const field = fieldOf(measure, place);
    if (field === undefined) continue;
    for (const part of parts) {
      const value = (part as Readonly<Record<string, unknown>>)[field];
      if (typeof value !== 'number') continue;
      lists[measure.key] ??= Array.from<null, number | null>({ length }, () => null);
      lists[measure.key]![part.index - 1] = toStore(measure.key, value);
    }
  }
  return lists;
}

/** Day counters of the inputs, as many as the reading has inputs or counters. */
function todayList({ channels }: Report, todayWh: ReadonlyMap<number, number>): (number | null)[] {
  const length = Math.max(...channels.map(({ index }) => index), ...todayWh.keys());
  return Array.from({ length }, (_, i) => toStore('energy', todayWh.get(i + 1)));
}

function decodeReport(
  { sn, report, part, energyTodayWh, inputsTodayWh }: Extract<SingleArrival, { kind: 'report' }>,
  atMs: number,
  hasOwnTime: boolean,
): DecodeResult {
  const identity = parseSn(sn);
  if (identity === null || identity.part !== '' || !isSerialOf(identity.vendor, identity.serial))
    return { ok: false, refusal: 'badSerial' };
  const { vendor, serial } = identity;
  const reportedKind = report.kind === 'inverter' ? inverterKindOf(vendor) : report.kind;
  const kind = deviceKind(part?.kind ?? reportedKind);
  return {
    ok: true,
    decoded: {
      seen: {
        sn: snOf(vendor, serial, part?.name),
        vendor,
        serial,
        part: part?.name ?? '',
        atMs,
        kind: kind.key,
        ...(part ? { compositeKind: part.compositeKind } : {}),
        modelByte: null,
      },
      measured: {
        kind: kind.code,
        statusBits: report.statusBits ?? 0,
        state: null,
        scalars:
          energyTodayWh === undefined
            ? scalarsOf(report, kind)
            : { ...scalarsOf(report, kind), energy: toStore('energy', energyTodayWh) },
        inputs: {
          ...listsOf('input', report.channels),
          ...(inputsTodayWh ? { energy: todayList(report, inputsTodayWh) } : {}),
        },
        phases: listsOf('phase', report.phases ?? []),
      },
      atMs,
      hasOwnTime,
      contentHash: hashOf(
        Buffer.from(
          JSON.stringify(
            energyTodayWh === undefined && !inputsTodayWh
              ? (part?.message ?? report)
              : [report, energyTodayWh, ...(inputsTodayWh ?? [])],
          ),
        ),
      ),
      raw: null,
      wrongChecksums: [],
    },
  };
}
