// Power that inverters reduce while the voltage of the grid is high (volt-watt control): the higher the voltage, the more.
import { courseOf, held, offeredW, type Presence } from './course.ts';
import type { DayView } from './dayView.ts';
import type { Entry } from './entry.ts';
import { clamp, groupBy, medianOf, quantileOf } from './stats.ts';

/** Level voltages of grids, phase to neutral and of whole microinverters, V. */
const NOMINAL_V = [100, 110, 120, 127, 208, 220, 230, 240, 277];
/** Volt-watt control begins at this ratio to the nominal voltage or above. */
const HIGH_VOLTAGE = 1.055;
/** Voltage at which it begins where the grid code is that of 230 V grids, V. */
const HIGH_230_V = 252.5;

/** Clear-sky power in W per W from which a slot is compared, and share of the nominal voltage from which it is one of the grid. */
const LEAST_SKY = 0.12;
const ON_GRID = 0.98;
/** Least duration of a high voltage, hours. */
const LEAST_HOURS = 0.5;
/**
 * Ratio of the power to what is offered below which it is limited: at the given quantile, which the sun between clouds
 * reaches, of the given share of the slots with the highest voltages. The median suffices while a finding is open.
 */
const LIMITED = 0.93;
const SUNNIEST = { unknown: 0.7, open: 0.5 } as const;
const HIGHEST = 0.35;
/** Least ratio to the clear sky that is assumed of a slot with a high voltage: modules all around feed in, so it is sunny. */
const SUNNY = 0.85;
/** Ratio to the clear sky that the other slots of a day must show where the voltage is only somewhat high. */
const LEAST_SHOWN = 0.75;
const MOST = 1.05;
/** Limits of what the start of the limitation and the free slots of an array show, in relation to the usual light. */
const BELOW_USUAL = 0.96;
const OF_ARRAY = [0.9, 1.12] as const;
/** Share of the highest clear-sky power while limited from which a free slot shows the light of an array. */
const FRONTAL = 0.6;

/** Ratio to what is offered that the sunny ones of slots with about the same voltage exceed below the onset of the limitation. */
const FREE = 0.97;
/** Slots with about the same voltage: a range in relation to the nominal voltage, and how many are needed. */
const SAME_VOLTAGE = 0.005;
const SAME_SLOTS = 4;
const SUNNY_QUANTILE = 0.8;
const TYPICAL_QUANTILE = 0.25;

interface HighSlot {
  readonly slot: number;
  readonly volts: number;
  /** Power over that of a clear sky, within the rating of the devices. */
  readonly clearness: number;
}

interface LimitedSlot extends HighSlot {
  /** Share of the offered power that slots with about the same voltage have; null: the slot is sunny, clouds took nothing. */
  readonly left: number | null;
}

/** Median voltage of the devices at the slots, V; NaN where unknown. */
function voltsOf(view: DayView): Float64Array | null {
  const measured = view.input.devices.flatMap(({ acVoltageV }) =>
    acVoltageV ? [held(view, acVoltageV)] : [],
  );
  if (measured.length === 0) return null;
  const volts = new Float64Array(view.slots).fill(Number.NaN);
  for (let slot = view.firstLight; slot < view.lastLight; slot++)
    volts[slot] = medianOf(measured.map((values) => (values[slot]! > 50 ? values[slot]! : Number.NaN)));
  return volts;
}

function nominalOf(volts: Float64Array): number {
  const low = quantileOf(volts, 0.1);
  let nominal = NOMINAL_V[0]!;
  for (const one of NOMINAL_V) if (Math.abs(one * 1.01 - low) < Math.abs(nominal * 1.01 - low)) nominal = one;
  return nominal;
}

/**
 * What an array lost in slots with a high voltage, Wh. Its free slots of the day show what it gives of the clear sky, if the
 * sun was in front of it then; otherwise it is what the plant is offered.
 */
function lossOf(
  view: DayView,
  entries: readonly Entry[],
  limited: readonly LimitedSlot[],
  offered: number,
  isFree: (slot: number) => boolean,
): number {
  const { power, sky, ratedW } = courseOf(view, entries);
  const brightest = Math.max(0, ...limited.map(({ slot }) => sky[slot]!));
  const free: number[] = [];
  for (let slot = view.firstLight; slot < view.lastLight; slot++)
    if (isFree(slot) && sky[slot]! > Math.max(LEAST_SKY, FRONTAL * brightest) && !Number.isNaN(power[slot]!))
      free.push((power[slot]! * ratedW) / offeredW(entries, slot, 1));
  const own = free.length * view.hours >= LEAST_HOURS ? quantileOf(free, 0.75) : offered;
  const share = clamp(own, OF_ARRAY[0] * offered, OF_ARRAY[1] * offered);
  let lostWh = 0;
  for (const { slot, left } of limited) {
    const givenW = power[slot]! * ratedW || 0;
    const beyondW = offeredW(entries, slot, share) - givenW;
    // Clouds took the rest of what a clear sky offers.
    const lostW = left ? Math.min(givenW * (1 / left - 1), beyondW) : beyondW;
    lostWh += Math.max(0, lostW) * view.hours;
  }
  return lostWh;
}

/**
 * The slots of a day in which a high voltage limits the power: from the highest voltage down to the one at which the sunny
 * slots give all that is offered. Above the `certain` voltage the neighborhood feeds in, so it is sunny. `high` in order of
 * voltage.
 */
function limitedOf(
  high: readonly HighSlot[],
  { nominal, certain, share }: { nominal: number; certain: number; share: number },
): LimitedSlot[] {
  let end = high.length;
  while (end > 0 && high[end - 1]!.volts >= certain) end--;
  const limited: LimitedSlot[] = high.slice(end).map((one) => ({ ...one, left: null }));
  while (end > 0) {
    let start = end - 1;
    const most = high[start]!.volts;
    while (start > 0 && (end - start < SAME_SLOTS || high[start - 1]!.volts > most - SAME_VOLTAGE * nominal))
      start--;
    const alike = high.slice(start, end).map(({ clearness }) => clearness);
    if (quantileOf(alike, SUNNY_QUANTILE) >= FREE * share) break;
    const left = quantileOf(alike, TYPICAL_QUANTILE) / share;
    limited.unshift(...high.slice(start, end).map((one) => ({ ...one, left })));
    end = start;
  }
  return limited;
}

/**
 * What a high voltage of the grid took on a day; null if nothing. `usual`: ratio of the plant's power to the clear sky as it
 * usually is. Clouds lower the voltage with the power of the neighborhood, a limitation lowers the power where the voltage
 * is highest: even the sunny ones of the slots with the highest voltages must give less than is offered. The half with the
 * lower ones, where the limitation starts, shows what is offered at that time of the day.
 */
export function voltageLimit(
  view: DayView,
  entries: readonly Entry[],
  usual: number,
  isFindingOpen: boolean,
): Presence | null {
  const volts = voltsOf(view);
  if (volts === null) return null;
  const { power, sky, ratedW } = courseOf(view, entries);
  const nominal = nominalOf(volts);
  const limit = HIGH_VOLTAGE * nominal;
  const certain = nominal === 230 ? HIGH_230_V : limit;
  const calm: number[] = [];
  const high: HighSlot[] = [];
  for (let slot = view.firstLight; slot < view.lastLight; slot++) {
    if (!(sky[slot]! > LEAST_SKY) || Number.isNaN(power[slot]!)) continue;
    const clearness = (power[slot]! * ratedW) / offeredW(entries, slot, 1);
    if (volts[slot]! >= limit) high.push({ slot, volts: volts[slot]!, clearness });
    else if (volts[slot]! > ON_GRID * nominal) calm.push(clearness);
  }
  if (high.length * view.hours < LEAST_HOURS) return null;
  high.sort((a, b) => a.volts - b.volts);
  const half = Math.floor(high.length / 2);
  const clearnessOf = (part: readonly HighSlot[]) => part.map(({ clearness }) => clearness);
  const start = quantileOf(clearnessOf(high.slice(0, half)), 0.8);
  // Without the limit the light would be at least as even as on the rest of the day.
  const even = Math.min(MOST, calm.length * view.hours > 1 ? quantileOf(calm, 0.7) : 0.9);
  const isCertain = high.filter(({ volts: value }) => value >= certain).length * view.hours >= LEAST_HOURS;
  const shown = Math.max(even, Math.min(start, usual || SUNNY));
  // A voltage that is only somewhat high tells nothing under clouds.
  if (!isCertain && shown < LEAST_SHOWN) return null;
  const share = Math.max(shown, isCertain ? SUNNY : 0);
  const now = quantileOf(
    clearnessOf(high.slice(-Math.ceil(HIGHEST * high.length))),
    isFindingOpen ? SUNNIEST.open : SUNNIEST.unknown,
  );
  if (!(now < LIMITED * share)) return null;
  // The model offers more or less than the modules give in sunshine.
  const most = Math.min(usual || share, share);
  const offered = clamp(start, BELOW_USUAL * most, most);
  const isFree = (slot: number) => volts[slot]! < limit && volts[slot]! > ON_GRID * nominal;
  const limited = limitedOf(high, { nominal, certain, share: offered });
  if (limited.length === 0) return null;
  let lostWh = 0;
  for (const own of groupBy(entries, ({ module }) => module.model.arrayId ?? '').values())
    lostWh += lossOf(view, own, limited, offered, isFree);
  const first = Math.min(...limited.map(({ slot }) => slot));
  const onset = limited[0]!.volts;
  return {
    lostWh,
    limitedWh: limited.reduce((sum, { slot }) => sum + power[slot]! * ratedW * view.hours, 0),
    limitedSlots: Uint8Array.from(volts, (value) => (value >= onset ? 1 : 0)),
    isFault: true,
    sinceMs: view.input.startMs + first * view.input.slotMs,
    evidence: [
      { name: 'gridVoltage', value: quantileOf(volts, 0.95), unit: 'V' },
      { name: 'powerRatio', value: now / share, unit: 'ratio' },
    ],
  };
}
