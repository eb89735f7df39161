// Modules without power on a cold day: failed, or possibly covered by snow.
import type { Entry } from './entry.ts';
import { groupBy } from './stats.ts';
import { FLAG, flagsAt, narrowAt, TRACK_DAYS } from './track.ts';

/** Share of the modules that must be covered at the beginning of snow, and that keeps an episode going. */
export const MANY = 0.3;
export const SOME = 0.08;
/** Days after a cold one on which snow may still lie. */
export const COLD_DAYS = 3;

/** Whether a module gave almost nothing on its newest `days` with values. */
export function isLongDark({ module }: Entry, days: number): boolean {
  let found = 0;
  for (let row = TRACK_DAYS - 1; row >= 0 && found < days; row--) {
    if (!(flagsAt(module.track, row) & FLAG.seen)) continue;
    if (!(narrowAt(module.track, row, 'dark') > 0.9)) return false;
    found++;
  }
  return found >= days;
}

/** Hours of usual power on the same day, and days without any, after which a module without power is not covered by snow. */
export const LIT_HOURS = 1;
const FAILED_DAYS = 3;

/**
 * Modules whose power is missing for another reason than snow: they worked earlier on the same day, while snow only ever
 * slides off, or they give nothing for days while the others work. Snow that falls by day covers the modules of several
 * devices: if those of one device stop and no others do, the device failed.
 */
export function failedModules(entries: readonly Entry[]): ReadonlySet<Entry> {
  const tripped = entries.filter(({ features }) => features.litBefore >= LIT_HOURS);
  const dark = entries.filter((entry) => isLongDark(entry, FAILED_DAYS));
  const known = entries.filter(
    ({ finding }) => finding !== null && NO_POWER.has(finding.cause) && finding.depth < NO_POWER_DEPTH,
  );
  return new Set([
    ...tripped,
    ...known,
    ...(dark.length < MANY * entries.length ? dark : []),
    ...failedDevices(entries),
  ]);
}

/** The modules of devices that certainly failed, whatever lies on other modules. */
export const failedDevices = (entries: readonly Entry[]): ReadonlySet<Entry> =>
  new Set([...wholeDevices(entries), ...stoppedDevice(entries)]);

/** Days without power of whole devices, up to this share of the modules, while no other module is dark. */
const DEVICE_DARK_DAYS = 5;
const MOST = 0.6;

/** Modules of devices that give nothing for many days, while all others work. */
function wholeDevices(entries: readonly Entry[]): readonly Entry[] {
  const dark = new Set(entries.filter((entry) => isLongDark(entry, DEVICE_DARK_DAYS)));
  const others = entries.filter((entry) => !dark.has(entry));
  const lit = new Set(others.map(({ module }) => module.model.deviceId));
  const isWhole = [...dark].every(({ module }) => !lit.has(module.model.deviceId));
  const doOthersWork = others.every(({ features }) => features.dark < SOME);
  return isWhole && doOthersWork && dark.size <= MOST * entries.length ? [...dark] : [];
}

/** The modules that snow may cover: not those that failed. */
export function coverableModules(entries: readonly Entry[]): ReadonlySet<Entry> {
  const failed = failedModules(entries);
  return new Set(entries.filter((entry) => !failed.has(entry) && !isLongDark(entry, FAILED_DAYS)));
}

/** Causes of open findings under which a module may give nothing, and the depth (logarithm) of those under which it does. */
const NO_POWER: ReadonlySet<string> = new Set(['moduleFailure', 'inverterFailure']);
const NO_POWER_DEPTH = -2;

/**
 * The modules of the only device that stopped by day while others of its array work; none if others stopped as well, or if
 * snow lay on the days before, from which a slope may slide late.
 */
function stoppedDevice(entries: readonly Entry[]): readonly Entry[] {
  const stopped = entries.filter(({ features, finding }) => features.zeroFrom >= 0 && finding === null);
  const [own, ...more] = groupBy(stopped, ({ module }) => module.model.deviceId).values();
  if (own === undefined || more.length > 0) return [];
  const { deviceId, arrayId } = own[0]!.module.model;
  const inputs = entries.filter(({ module }) => module.model.deviceId === deviceId);
  const others = entries.filter(
    ({ module: { model } }) => model.arrayId === arrayId && model.deviceId !== deviceId,
  );
  const isWhole = own.length === inputs.length && others.length > 0;
  return isWhole && own.every((entry) => hasWorkedBefore(entry) && !wasCovered(entry)) ? own : [];
}

/** Whether snow may have lain on a module on the days before. */
function wasCovered({ module }: Entry): boolean {
  for (let row = TRACK_DAYS - 1 - COLD_DAYS; row < TRACK_DAYS - 1; row++)
    if (flagsAt(module.track, row) & FLAG.snow) return true;
  return false;
}

/** Power of the reference, W per W, and share of it from which a module works. */
const LIGHT = 0.015;
const WORKING = 0.6;
const WORKING_SLOTS = 6;

/** Whether a module worked on the day before its power ended. */
function hasWorkedBefore({ module, reference, features }: Entry): boolean {
  let slots = 0;
  for (let slot = 0; slot < features.zeroFrom; slot++)
    if (reference.power[slot]! > LIGHT && module.power[slot]! > WORKING * reference.power[slot]!) slots++;
  return slots >= WORKING_SLOTS;
}
