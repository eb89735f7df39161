// Gathers the values of separate messages into readings. Pure; `tickMs` is a monotonic clock.
import type { FeedField, FeedRole } from '@helioport/domain/feeds';
import type { FeedMessage } from './messages.ts';
import type { FeedPart, FeedReading } from './values.ts';

/** A reading ends when this time has passed without another value of the device, or this time after its first value. */
export const GATHER_QUIET_MS = 2_000;
const GATHER_MAX_MS = 20_000;
/** Each device has at most one reading in this time: the last one. */
export const GATHER_EVERY_MS = 30_000;
/** Inputs beyond these are not stored. */
const PARTS_MAX = 12;
const LABEL_MAX = 40;

type Parts = Map<number, Record<string, number>>;

interface Device {
  role: FeedRole;
  source: string;
  label: string;
  /** Time that the source states; undefined while it states none. */
  ownMs: number | undefined;
  /** Time of the arrival of the first value. */
  arrivedMs: number;
  isReachable: boolean;
  values: Map<FeedField, number>;
  lasting: Map<FeedField, number>;
  channels: Parts;
  phases: Parts;
  /** Whether there are values since the reading was last closed. */
  isOpen: boolean;
  openedTick: number;
  changedTick: number;
  closed: FeedReading | undefined;
  storedTick: number;
}

export interface FeedGatherer {
  /**
   * Takes a message. `noTime`: its values are retained and have no time, so that they may be old. `tooMany`: the feed has
   * its number of devices.
   */
  put(message: FeedMessage, how: { isRetained: boolean; nowMs: number; tickMs: number }): FeedTaken;
  /** The readings that are complete, each once; with `all`, those that are not complete too. */
  due(tickMs: number, all?: boolean): FeedReading[];
  /** Returns readings that could not be stored; of each device the last one counts. */
  giveBack(readings: readonly FeedReading[]): void;
  deviceCount(): number;
}

export type FeedTaken = 'taken' | 'noTime' | 'tooMany';

const keyOf = ({ role, source }: Pick<FeedReading, 'role' | 'source'>): string => `${role} ${source}`;

/**
 * Gathers by device. Where the source states a time, all values after it belong to it until the next one, and the first
 * value of each field counts: later ones are repeated or reset, not measured. Otherwise a reading has the time of arrival
 * of its first value and ends before a field is repeated.
 */
export function createFeedGatherer({
  devicesMax,
  needsPower,
}: {
  devicesMax: number;
  needsPower: boolean;
}): FeedGatherer {
  const devices = new Map<string, Device>();

  const add = (key: string, { role, source }: FeedMessage): Device => {
    const device: Device = {
      role,
      source,
      label: '',
      ownMs: undefined,
      arrivedMs: 0,
      isReachable: true,
      values: new Map(),
      lasting: new Map(),
      channels: new Map(),
      phases: new Map(),
      isOpen: false,
      openedTick: 0,
      changedTick: 0,
      closed: undefined,
      storedTick: Number.NEGATIVE_INFINITY,
    };
    devices.set(key, device);
    return device;
  };

  const clear = (device: Device) => {
    device.isOpen = false;
    for (const one of [device.values, device.channels, device.phases]) one.clear();
  };

  const close = (device: Device) => {
    if (device.isOpen && (!needsPower || device.values.has('powerW'))) device.closed = readingOf(device);
    device.isOpen = false;
    if (device.ownMs === undefined) clear(device);
  };

  return {
    put(message, { isRetained, nowMs, tickMs }) {
      const key = keyOf(message);
      if (!devices.has(key) && devices.size >= devicesMax) return 'tooMany';
      const device = devices.get(key) ?? add(key, message);
      const { label, atMs, isReachable, lasting = {} } = message;
      if (label !== undefined) device.label = label.slice(0, LABEL_MAX);
      if (isReachable !== undefined) device.isReachable = isReachable;
      for (const [field, value] of Object.entries(lasting)) device.lasting.set(field as FeedField, value);
      if (atMs !== undefined && (atMs ?? undefined) !== device.ownMs) {
        close(device);
        clear(device);
        device.ownMs = atMs ?? undefined;
      }
      if (!hasValues(message) || !device.isReachable) return 'taken';
      if (device.ownMs === undefined) {
        if (isRetained) return 'noTime';
        if (isRepeated(device, message)) close(device);
      }
      if (!setAll(device, message)) return 'taken';
      if (!device.isOpen) {
        device.openedTick = tickMs;
        if (device.ownMs === undefined) device.arrivedMs = nowMs;
      }
      device.isOpen = true;
      device.changedTick = tickMs;
      return 'taken';
    },

    due(tickMs, all = false) {
      const readings: FeedReading[] = [];
      for (const device of devices.values()) {
        const isQuiet = tickMs - device.changedTick >= GATHER_QUIET_MS;
        if (device.isOpen && (all || isQuiet || tickMs - device.openedTick >= GATHER_MAX_MS)) close(device);
        if (!device.closed || !(all || tickMs - device.storedTick >= GATHER_EVERY_MS)) continue;
        readings.push(device.closed);
        device.closed = undefined;
        device.storedTick = tickMs;
      }
      return readings;
    },

    giveBack(readings) {
      for (const reading of readings) {
        const device = devices.get(keyOf(reading));
        if (device) device.closed ??= reading;
      }
    },

    deviceCount: () => devices.size,
  };
}

const hasValues = ({ values, channels, phases }: FeedMessage): boolean =>
  values !== undefined || channels !== undefined || phases !== undefined;

/** Whether the reading has a value of the message already. */
function isRepeated(device: Device, { values = {}, channels = [], phases = [] }: FeedMessage): boolean {
  const isIn = (parts: Parts, { index, ...fields }: FeedPart) =>
    Object.keys(fields).some((field) => parts.get(index)?.[field] !== undefined);
  return (
    Object.keys(values).some((field) => device.values.has(field as FeedField)) ||
    channels.some((part) => isIn(device.channels, part)) ||
    phases.some((part) => isIn(device.phases, part))
  );
}

/** Sets values that the reading does not have yet; false if there are none. */
function setAll(device: Device, { values = {}, channels = [], phases = [] }: FeedMessage): boolean {
  let isChanged = false;
  for (const [name, value] of Object.entries(values)) {
    const field = name as FeedField;
    if (device.values.has(field) || !Number.isFinite(value)) continue;
    device.values.set(field, value);
    isChanged = true;
  }
  const setPart = (parts: Parts, { index, ...fields }: FeedPart) => {
    if (!(index >= 1 && index <= PARTS_MAX)) return;
    const part = parts.get(index) ?? {};
    for (const [field, value] of Object.entries(fields)) {
      if (part[field] !== undefined || !Number.isFinite(value)) continue;
      part[field] = value;
      parts.set(index, part);
      isChanged = true;
    }
  };
  for (const part of channels) setPart(device.channels, part);
  for (const part of phases) setPart(device.phases, part);
  return isChanged;
}

const partsOf = (parts: Parts): FeedPart[] =>
  [...parts].sort(([a], [b]) => a - b).map(([index, fields]) => ({ index, ...fields }));

function readingOf(device: Device): FeedReading {
  const { source, role, label, lasting, values, channels, phases, ownMs, arrivedMs } = device;
  return {
    source,
    role,
    atMs: ownMs ?? arrivedMs,
    values: { ...Object.fromEntries(lasting), ...Object.fromEntries(values) },
    ...(channels.size > 0 ? { channels: partsOf(channels) } : {}),
    ...(phases.size > 0 ? { phases: partsOf(phases) } : {}),
    ...(label === '' ? {} : { label }),
  };
}
