// Events of a plant's log: the status bits of an inverter's readings over one day, each merged into one entry. Pure,
// and independent of the order in which readings arrived.
import { HOUR_MS } from './duration.ts';
import { faults } from './faults.ts';
import { sunAt } from './sun.ts';

/** The borders of the rule: ms, and degrees of the sun over the horizon. */
export const eventRule = {
  /** A bit counts while the sun is higher; at night, dawn and dusk inverters set many bits. */
  sunDeg: 5,
  /** Little light is no event below this height, and above it only when it lasts. */
  lowLightSunDeg: 20,
  lowLightMs: HOUR_MS,
  /** Time after the first reading of the day during which an inverter may measure a wrong frequency. */
  wakeMs: 30 * 60_000,
  /** Longest duration that a reading accounts for. */
  gapMs: 15 * 60_000,
} as const;

const LOW_LIGHT = [1, 15];
const FREQUENCY_OVER = 4;
const CRITICAL = new Set(faults.filter(({ severity }) => severity === 'critical').map(({ bit }) => bit));

export interface FaultEvent {
  readonly bit: number;
  /** Instants in ms: of the first and the last report with the bit. */
  readonly begunAtMs: number;
  readonly lastAtMs: number;
  /** Of the first report of the day without it after that; null: the day ended with it. */
  readonly endedAtMs: number | null;
  /** Number of occurrences. */
  readonly times: number;
  /** Total duration, ms. */
  readonly lastedMs: number;
}

interface Reports {
  /** Instants in ms, ascending. */
  readonly at: ArrayLike<number>;
  /** Status words; NaN and 0 are ignored. */
  readonly bits: ArrayLike<number>;
  /** Degrees; null if unknown: daylight is then not considered. */
  readonly latitude: number | null;
  readonly longitude: number | null;
}

interface GroupedFault {
  begunAtMs: number;
  lastAtMs: number;
  endedAtMs: number | null;
  times: number;
  lastedMs: number;
}

/** The events of one device on one local day, in the order of their bits. */
export function faultEventsOf({ at, bits, latitude, longitude }: Reports): FaultEvent[] {
  const found = new Map<number, GroupedFault>();
  const standing = new Set<number>();
  for (let i = 0; i < at.length; i++) {
    const atMs = at[i]!;
    const word = (bits[i] ?? 0) || 0;
    const sunDeg =
      word === 0 || latitude === null || longitude === null
        ? null
        : 90 - sunAt(atMs, latitude, longitude).zenithDeg;
    const isWaking = atMs - at[0]! < eventRule.wakeMs;
    const lastsMs = i + 1 < at.length ? Math.min(eventRule.gapMs, at[i + 1]! - atMs) : 0;
    for (const { bit } of faults) {
      if ((word & (1 << bit)) !== 0 && counts(bit, sunDeg, isWaking)) {
        const one = found.get(bit) ?? {
          begunAtMs: atMs,
          lastAtMs: atMs,
          endedAtMs: null,
          times: 0,
          lastedMs: 0,
        };
        found.set(bit, one);
        if (!standing.has(bit)) one.times++;
        standing.add(bit);
        one.lastAtMs = atMs;
        one.endedAtMs = null;
        one.lastedMs += lastsMs;
      } else if (standing.delete(bit)) {
        found.get(bit)!.endedAtMs = atMs;
      }
    }
  }
  return faults.flatMap(({ bit }) => {
    const one = found.get(bit);
    const isTooShort = one && LOW_LIGHT.includes(bit) && one.lastedMs < eventRule.lowLightMs;
    return one && !isTooShort ? [{ bit, ...one }] : [];
  });
}

/** Whether a bit is evaluated at this elevation of the sun. Faults that endanger people always are. */
function counts(bit: number, sunDeg: number | null, isWaking: boolean): boolean {
  if (CRITICAL.has(bit)) return true;
  if (LOW_LIGHT.includes(bit)) return sunDeg !== null && sunDeg > eventRule.lowLightSunDeg;
  if (sunDeg !== null && sunDeg <= eventRule.sunDeg) return false;
  return !(bit === FREQUENCY_OVER && isWaking);
}
