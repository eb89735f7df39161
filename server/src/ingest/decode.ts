// From what arrived at a door to what the store keeps: bytes or JSON to integers in the store's steps.
import { firstVendor, parseSn, snOf } from '@helioport/domain/deviceIdentity';
import { toStore } from '@helioport/domain/measures';
import type { Report } from '@helioport/protocol/helioport/report';
import { inverterKindOf, isSerialOf } from '@helioport/protocol/makers';
import { type Checksums, decodeFrame } from '@helioport/protocol/nep/frame';
import { readFrame } from '@helioport/protocol/nep/reading';
import type { Seen } from '../records/devices.ts';
import { KIND, type Measured } from '../telemetry/take/report.ts';
import type { MachineArrival, PartOf } from './parts.ts';

/** Something a door hands to the pipeline. */
export type Arrival = SingleArrival | MachineArrival;

/** What speaks of one device. */
export type SingleArrival =
  /** `atMs`: the time the sender says it is of; without it the moment of arrival counts. */
  | { kind: 'frame'; bytes: Uint8Array; atMs?: number }
  /** `sn`: whose report it is, in any way of writing it. */
  | { kind: 'report'; sn: string; report: Report; part?: PartOf; atMs?: number };

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
}

export type DecodeResult = { ok: true; decoded: Decoded } | { ok: false; refusal: string };

/** Clocks may be this much ahead of ours. */
const FUTURE_MS = 10 * 60_000;
/** Older reports are taken for a broken clock. */
const PAST_MS = 10 * 366 * 86_400_000;

/**
 * 52 bits of two FNV-1a hashes: enough to tell two reports of one device in one minute apart. Whoever can forge a
 * report that collides can as well send it.
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
  if (!(atMs <= nowMs + FUTURE_MS)) return { ok: false, refusal: 'inTheFuture' };
  if (!(atMs >= nowMs - PAST_MS)) return { ok: false, refusal: 'tooOld' };
  return arrival.kind === 'frame'
    ? decodeBytes(arrival.bytes, atMs, hasOwnTime)
    : decodeReport(arrival, atMs, hasOwnTime);
}

function decodeBytes(bytes: Uint8Array, atMs: number, hasOwnTime: boolean): DecodeResult {
  const result = decodeFrame(bytes);
  if (!result.ok) return result;
  const { frame, checksums } = result;
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
        kind: 'microinverter',
        modelByte: frame.modelByte,
      },
      measured: {
        kind: KIND.inverter,
        statusBits: reading.statusBits,
        state: frame.stateByte,
        power: toStore('power', reading.powerW),
        dcVoltage: toStore('dcVoltage', reading.dcVoltageV),
        acVoltage: toStore('acVoltage', reading.acVoltageV),
        frequency: toStore('frequency', reading.frequencyHz),
        temperature: toStore('temperature', reading.temperatureC),
        energy: toStore('energy', reading.energyTodayWh),
        energyOut: null,
        soc: null,
        chVoltage: hasChannels ? channels.map((c) => toStore('dcVoltage', c.voltageV)) : null,
        chPower: hasChannels ? channels.map((c) => toStore('power', c.powerW)) : null,
        chEnergy: hasChannels ? channels.map((c) => toStore('energy', c.energyTodayWh)) : null,
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

function decodeReport(
  { sn, report, part }: Extract<SingleArrival, { kind: 'report' }>,
  atMs: number,
  hasOwnTime: boolean,
): DecodeResult {
  const identity = parseSn(sn);
  if (identity === null || identity.part !== '' || !isSerialOf(identity.vendor, identity.serial))
    return { ok: false, refusal: 'badSerial' };
  const { vendor, serial } = identity;
  const isInverter = report.kind === 'inverter';
  const channelCount = Math.max(0, ...report.channels.map((c) => c.index));
  const list = (pick: (channel: Report['channels'][number]) => number | null) => {
    if (channelCount === 0) return null;
    const values = Array.from<null, number | null>({ length: channelCount }, () => null);
    for (const channel of report.channels) values[channel.index - 1] = pick(channel);
    return values;
  };
  return {
    ok: true,
    decoded: {
      seen: {
        sn: snOf(vendor, serial, part?.name),
        vendor,
        serial,
        part: part?.name ?? '',
        atMs,
        kind: part?.kind ?? (isInverter ? inverterKindOf(vendor) : report.kind),
        ...(part ? { machineKind: part.machineKind } : {}),
        modelByte: null,
      },
      measured: {
        kind: KIND[report.kind],
        statusBits: report.statusBits ?? 0,
        state: null,
        power: toStore('power', report.powerW),
        dcVoltage: null,
        acVoltage: toStore('acVoltage', report.acVoltageV),
        frequency: toStore('frequency', report.frequencyHz),
        temperature: toStore('temperature', report.temperatureC),
        // What an inverter consumes is nobody's figure; its main counter is the one of the day, which JSON has not.
        energy: isInverter ? null : toStore('energy', report.energyInWh),
        energyOut: toStore('energy', report.energyOutWh),
        soc: toStore('soc', report.socRatio),
        chVoltage: list((c) => toStore('dcVoltage', c.voltageV)),
        chPower: list((c) => toStore('power', c.powerW)),
        chEnergy: list((c) => toStore('energy', c.energyWh)),
      },
      atMs,
      hasOwnTime,
      contentHash: hashOf(Buffer.from(JSON.stringify(part?.message ?? report))),
      raw: null,
      wrongChecksums: [],
    },
  };
}
