// What a recomputed day changes in what is stored of it. Most days that are recomputed change little: a row that stays as
// it is must be neither locked nor written. Pure.
import { numbers } from '../columns.ts';
import { tenths } from '../counters/running.ts';
import type { Worth } from '../counters/total.ts';
import type { DeviceDay, ModuleDay } from './deviceDay.ts';
import { numbersOf, type StoredDayRow } from './storedDays.ts';

/** The day of one input, of its device. */
export interface DeviceModule extends ModuleDay {
  deviceId: number;
}

export interface Changes {
  /** Days to be written, and devices whose day is to be removed. */
  days: DeviceDay[];
  goneDeviceIds: number[];
  /** The same for inputs. */
  modules: DeviceModule[];
  goneModules: DeviceModule[];
  /** Growth of the totals in Wh; includes new inputs without production, so that lists of inputs have no gaps. */
  worth: Worth[];
}

/** Peaks are stored with single precision. */
const isSamePeak = (a: number | null, b: number | null): boolean =>
  a === b || (a !== null && b !== null && Math.fround(a) === Math.fround(b));

const isSameList = (stored: string, now: readonly (number | null)[]): boolean => stored === numbers(now);

/** Means are stored with single precision as well. */
function areSameMeans(stored: string, now: readonly (number | null)[]): boolean {
  const means = numbersOf(stored);
  return means.length === now.length && now.every((mean, i) => isSamePeak(means[i] ?? null, mean));
}

const isSameDay = (stored: StoredDayRow, day: DeviceDay): boolean =>
  stored.kind === day.kind &&
  stored.energyWh === day.energyWh &&
  stored.outWh === day.outWh &&
  isSamePeak(stored.peakW, day.peakW) &&
  stored.samples === day.samples &&
  stored.firstAtMs === day.first.atMs &&
  isSameList(stored.first, day.first.counters) &&
  isSameList(stored.opening, day.opening) &&
  stored.closingAtMs === day.closing.atMs &&
  isSameList(stored.closing, day.closing.counters) &&
  areSameMeans(stored.means, day.means);

/** Compares a day with what is stored of it. */
export function changesOf(
  days: readonly DeviceDay[],
  stored: ReadonlyMap<number, StoredDayRow>,
  modulesStored: readonly DeviceModule[],
): Changes {
  const changes: Changes = { days: [], goneDeviceIds: [], modules: [], goneModules: [], worth: [] };
  const grow = (deviceId: number, addr: number, now: number, before: number | undefined) => {
    const energyWh = tenths(now - (before ?? 0));
    if (before === undefined || energyWh !== 0) changes.worth.push({ deviceId, addr, energyWh });
  };
  const left = new Map(stored);
  const modulesLeft = new Map<number, Map<number, DeviceModule>>();
  for (const module of modulesStored) {
    const ofDevice = modulesLeft.get(module.deviceId);
    if (ofDevice) ofDevice.set(module.addr, module);
    else modulesLeft.set(module.deviceId, new Map([[module.addr, module]]));
  }
  for (const day of days) {
    const { deviceId } = day;
    const old = left.get(deviceId);
    left.delete(deviceId);
    if (!old || !isSameDay(old, day)) changes.days.push(day);
    grow(deviceId, 0, day.energyWh, old?.energyWh);
    const ofDevice = modulesLeft.get(deviceId);
    for (const { addr, energyWh, peakW } of day.modules) {
      const known = ofDevice?.get(addr);
      ofDevice?.delete(addr);
      if (known?.energyWh !== energyWh || !isSamePeak(known.peakW, peakW))
        changes.modules.push({ deviceId, addr, energyWh, peakW });
      grow(deviceId, addr, energyWh, known?.energyWh);
    }
  }
  for (const { deviceId, energyWh } of left.values()) {
    changes.goneDeviceIds.push(deviceId);
    grow(deviceId, 0, 0, energyWh);
  }
  for (const ofDevice of modulesLeft.values()) {
    for (const module of ofDevice.values()) {
      changes.goneModules.push(module);
      grow(module.deviceId, module.addr, 0, module.energyWh);
    }
  }
  return changes;
}
