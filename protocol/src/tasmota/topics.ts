// The telemetry of Tasmota, `tele/<device>/SENSOR`: the energy of a plug or relay, or of a meter that is read by its script.
// A level `pv`, `grid` or `battery` of the topic, with a minus if reversed, states what is measured. Pure.
import type { FeedField } from '@helioport/domain/feeds';
import { instantsOfWallClock } from '@helioport/domain/periods';
import {
  type FeedMessage,
  type FeedPlace,
  type FeedTopics,
  finiteNumber,
  objectOf,
  payloadObject,
  wattHours,
} from '../feeds/messages.ts';
import { type DirectedChannel, directedRole, directedValues } from '../feeds/roles.ts';
import type { FeedPart } from '../feeds/values.ts';

const NAME_MAX = 60;
/** A clock within this of the time of arrival is right; beyond it, its time zone is another one or it is not set. */
const CLOCK_OFF_MS = 300_000;
const CLOCK_MIN_MS = 1_600_000_000_000;

const timePattern = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(Z|[+-]\d\d:?\d\d)?$/;

/**
 * The time of a message, which is on the clock of the device: that of the plant or UTC, whichever is nearer to the time of
 * arrival. Null if both are off, so that the time of arrival counts.
 */
export function tasmotaTime(text: unknown, { timeZone, nowMs }: FeedPlace): number | null {
  const [, year, month, day, hour, minute, second, zone] =
    (typeof text === 'string' ? timePattern.exec(text) : null) ?? [];
  if (year === undefined) return null;
  const shownMs = Date.UTC(
    ...([
      Number(year),
      Number(month) - 1,
      Number(day),
      Number(hour),
      Number(minute),
      Number(second),
    ] as const),
  );
  if (zone !== undefined) {
    const stated = Date.parse(`${String(text).slice(0, 19)}${zone.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2')}`);
    return stated > CLOCK_MIN_MS ? stated : null;
  }
  let nearest = Number.NaN;
  for (const one of [...instantsOfWallClock(shownMs, timeZone), shownMs])
    if (!(Math.abs(nearest - nowMs) <= Math.abs(one - nowMs))) nearest = one;
  return Math.abs(nearest - nowMs) <= CLOCK_OFF_MS ? nearest : null;
}

/** A number, or the sum of those of several phases or tariffs. */
function sumOf(value: unknown): number | undefined {
  const list = Array.isArray(value) ? value.slice(0, 8).map(finiteNumber) : [finiteNumber(value)];
  let sum: number | undefined;
  for (const one of list) if (one !== undefined) sum = (sum ?? 0) + one;
  return sum;
}

const firstOf = (value: unknown): number | undefined => finiteNumber(Array.isArray(value) ? value[0] : value);

const counterOf = (value: unknown): number | undefined => {
  const count = sumOf(value);
  return count === undefined || count < 0 ? undefined : wattHours(count);
};

type Fields = Readonly<Record<string, unknown>>;

/** The names by which scripts for meters call their values. */
const meterNames = {
  power: ['Power_curr', 'Power_cur', 'power_curr', 'Power', 'power'],
  imported: ['Total_in', 'total_in', 'E_in', 'e_in'],
  exported: ['Total_out', 'total_out', 'E_out', 'e_out'],
} as const;

const named = (fields: Fields, names: readonly string[]): unknown =>
  names
    .map((name) => (Object.hasOwn(fields, name) ? fields[name] : undefined))
    .find((one) => one !== undefined);

function meterOf(fields: Fields): DirectedChannel {
  return {
    powerW: sumOf(named(fields, meterNames.power)),
    forwardWh: counterOf(named(fields, meterNames.imported)),
    returnedWh: counterOf(named(fields, meterNames.exported)),
    voltageV: undefined,
    frequencyHz: undefined,
  };
}

function energyOf(fields: Fields): DirectedChannel {
  return {
    powerW: sumOf(fields.Power),
    forwardWh: counterOf(fields.Total),
    returnedWh: counterOf(fields.ExportActive),
    voltageV: firstOf(fields.Voltage),
    frequencyHz: firstOf(fields.Frequency),
  };
}

/** Voltages and currents of several phases. */
function phasesOf({ Voltage, Current }: Fields): FeedPart[] {
  if (!Array.isArray(Voltage)) return [];
  const currents: readonly unknown[] = Array.isArray(Current) ? Current : [];
  return Voltage.slice(0, 3).flatMap((value: unknown, i) => {
    const voltageV = finiteNumber(value);
    const currentA = finiteNumber(currents[i]);
    return voltageV === undefined
      ? []
      : [{ index: i + 1, voltageV, ...(currentA === undefined ? {} : { currentA }) }];
  });
}

const hasEnergy = ({ powerW, forwardWh, returnedWh }: DirectedChannel): boolean =>
  powerW !== undefined || forwardWh !== undefined || returnedWh !== undefined;

export const tasmota: FeedTopics = {
  needsPower: false,
  read(topic, payload, place): FeedMessage | undefined {
    const levels = topic.split('/');
    if (levels.at(-1) !== 'SENSOR') return undefined;
    const object = payloadObject(payload);
    if (!object) return undefined;
    const energy = objectOf(object.ENERGY);
    const meter = Object.values(object)
      .map(objectOf)
      .find((one) => one && hasEnergy(meterOf(one)));
    const channel = energy ? energyOf(energy) : meter && meterOf(meter);
    if (!channel || !hasEnergy(channel)) return undefined;
    const stated = levels.map(directedRole).find((role) => role !== undefined);
    const role = stated ?? { role: energy ? 'pv' : 'grid', isReversed: false };
    const name = levels
      .filter((level) => !directedRole(level) && level !== 'tele' && level !== 'SENSOR')
      .join('/');
    if (name.length > NAME_MAX) return undefined;
    const values: Partial<Record<FeedField, number>> = {};
    for (const [field, value] of directedValues(channel, role))
      if (value !== undefined) values[field] = value;
    const factor = finiteNumber(energy?.Factor);
    if (factor !== undefined) values.powerFactor = factor;
    const phases = energy ? phasesOf(energy) : [];
    return {
      source: name,
      role: role.role,
      label: name,
      atMs: tasmotaTime(object.Time, place),
      values,
      ...(phases.length > 0 ? { phases } : {}),
    };
  },
};
