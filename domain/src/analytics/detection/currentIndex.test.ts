// Currents in relation to a clear sky, and the dust they show day by day.
import { describe, expect, it } from 'vitest';
import { calmSunshineOf } from './currentIndex.ts';
import type { DayView } from './dayView.ts';
import type { Entry } from './entry.ts';
import type { PeerGroup } from './reference.ts';
import { soilingDay } from './soiling.ts';
import type { ArrayMemory } from './state.ts';
import { advanceTrack, emptyTrack, SECTORS, setWide, TRACK_DAYS } from './track.ts';

const SLOTS = 48;
const flat = (value: number) => new Float64Array(SLOTS).fill(value);
const CLEAR = 0.6;

/** A day of a plant whose array `a` faces an azimuth. */
const viewOf = (day: number, azimuthDeg = 180): DayView =>
  ({
    firstLight: 0,
    lastLight: SLOTS,
    slots: SLOTS,
    hours: 1 / 12,
    day,
    elevationDeg: flat(40),
    sector: new Int8Array(SLOTS).fill(12),
    input: { nearbyClearness: null, weather: null, startMs: day * 86_400_000 },
    expected: { sun: { hourAngleDeg: flat(0) }, airTemperatureC: flat(10) },
    plant: {
      latitude: 45,
      arrays: [
        { id: 'a', tiltDeg: 30, azimuthDeg },
        { id: 'b', tiltDeg: 30, azimuthDeg: 180 },
      ],
    },
  }) as unknown as DayView;

interface Now {
  /** Ratio of the power and of the voltage to the usual one; no power: a cloudy day. */
  readonly power: number;
  readonly volts: number | null;
}

const memberOf = ({ power, volts }: Now) => ({
  power: flat(CLEAR * power),
  cap: Number.POSITIVE_INFINITY,
  voltageV: volts === null ? null : flat(36 * volts),
});

const groupOf = (now: Now): PeerGroup =>
  ({
    key: 'a',
    arrayId: 'a',
    isSlope: false,
    members: [0, 1, 2].map(() => memberOf(now)),
    clear: { dcPerRatedW: flat(CLEAR), poaWm2: flat(700), directShare: flat(0.9), isAssumed: false },
  }) as unknown as PeerGroup;

describe('the current of an array', () => {
  const indexOf = (power: number, volts: number | null) =>
    calmSunshineOf(viewOf(20_000), groupOf({ power, volts })).index;

  it('stays as warm cells lower power and voltage, and falls with dust', () => {
    const usual = indexOf(1, 1);
    expect(indexOf(0.94, 0.94) / usual).toBeCloseTo(1, 3);
    expect(indexOf(0.9, 1) / usual).toBeCloseTo(0.9, 3);
  });

  it('is the power where no voltage is measured, and unknown on cloudy days', () => {
    expect(indexOf(0.94, null)).toBeCloseTo(0.94, 3);
    expect(indexOf(0.3, 1)).toBeNaN();
  });
});

describe('dust', () => {
  /** Reports of a plant with two arrays, one module each, on every day. `isDisturbed`: something else takes power. */
  function run(
    days: number,
    now: (array: string, day: number) => Now,
    isDisturbed = (_day: number) => false,
    azimuthDeg = 180,
    {
      limitedShare = 0,
      implausible = [] as readonly string[],
      level = 1,
      rainMm = (_day: number) => null as number | null,
      limited = undefined as undefined | { readonly from: number; readonly slots: Uint8Array },
    } = {},
  ) {
    const arrays = new Map<string, ArrayMemory>();
    const notes: Record<string, number> = Object.fromEntries(
      implausible.map((id) => [`plane:${id}:implausible`, level]),
    );
    const tracks = { a: emptyTrack(), b: emptyTrack() };
    return Array.from({ length: days }, (_, d) => {
      const view = viewOf(20_000 + d, azimuthDeg);
      const mm = rainMm(d);
      if (mm !== null) Object.assign(view.input, { weather: { rainMm: [mm / 2, Number.NaN, mm / 2] } });
      const entries = (['a', 'b'] as const).map((id) => {
        const at = now(id, d);
        advanceTrack(tracks[id], view.day);
        setWide(tracks[id], TRACK_DAYS - 1, 'actual', 5 * at.power);
        const baseline = { sectors: flat(0).slice(0, SECTORS), counts: new Uint8Array(SECTORS) };
        const module = {
          ...memberOf(at),
          model: { id: `m-${id}`, arrayId: id, ratedW: 400 },
          track: tracks[id],
          baseline,
        };
        if (limited && d >= limited.from)
          module.power = module.power.map((value, slot) => (limited.slots[slot] ? value / 2 : value));
        const group = { ...groupOf(at), arrayId: id, members: [module] };
        const reference = {
          group,
          power: flat(CLEAR * at.power),
          direct: flat(0.9),
          strength: 3,
          isCalm: new Uint8Array(SLOTS).fill(1),
          isClipped: new Uint8Array(SLOTS),
        };
        return { module, reference } as unknown as Entry;
      });
      return soilingDay(view, entries, arrays, notes, {
        isDisturbed: isDisturbed(d),
        limitedShare: isDisturbed(d) ? limitedShare : 0,
        ...(limited && d >= limited.from ? { limitedSlots: limited.slots } : {}),
      });
    });
  }
  /** Warm and cold spells of two weeks take and give 5 % of power and voltage. */
  const spell = (d: number) => 1 - 0.05 * Math.sin((2 * Math.PI * d) / 28);
  const dusty = (d: number) => 1 - 0.006 * Math.max(0, Math.min(d, 45) - 20);
  const presentOn = (reports: ReturnType<typeof run>, subjectId: string | null) =>
    reports.flatMap((report, d) =>
      report.some((one) => one.isPresent && one.subjectId === subjectId) ? [d] : [],
    );
  const lostOn = (reports: ReturnType<typeof run>, from: number, to: number) =>
    reports
      .slice(from, to)
      .flat()
      .reduce((sum, { lostWh = 0, earlierWh = 0 }) => sum + lostWh + earlierWh, 0);

  it('on all arrays is found in spite of warm spells, until rain washes it off', () => {
    const reports = run(60, (_array, d) => ({ power: (d < 50 ? dusty(d) : 1) * spell(d), volts: spell(d) }));
    const days = presentOn(reports, null);
    expect(days[0]).toBeGreaterThan(33);
    expect(days[0]).toBeLessThan(46);
    expect(days.at(-1)).toBe(49);
    expect(lostOn(reports, 50, 60)).toBe(0);
  });

  it('is not what a warm spell takes, nor what one array loses within a day', () => {
    expect(
      presentOn(
        run(60, (_array, d) => ({ power: spell(d), volts: spell(d) })),
        null,
      ),
    ).toEqual([]);
    const limited = (array: string, d: number) => (array === 'a' ? (d < 35 ? 1 : 0.7) : 1);
    expect(
      presentOn(
        run(60, (array, d) => ({ power: limited(array, d), volts: 1 })),
        null,
      ),
    ).toEqual([]);
  });

  it('on one array is seen against the others from 10 % on, if it shows in the sunlight as well', () => {
    // Haze that changes from day to day hides it from a comparison with a clear sky alone.
    const haze = (d: number) => 1 - 0.04 * Math.sin(d * 12.9898) ** 2;
    const falls = (d: number) => 1 - 0.0045 * Math.max(0, d - 25);
    const days = presentOn(
      run(60, (array, d) => ({ power: haze(d) * (array === 'a' ? falls(d) : 1), volts: 1 })),
      'a',
    );
    expect(days[0]).toBeGreaterThan(40);
    expect(days[0]).toBeLessThan(52);
    // An array that faces away from the autumn sun loses as much by a small error of its orientation.
    const away = run(
      60,
      (array, d) => ({ power: haze(d) * (array === 'a' ? falls(d) : 1), volts: 1 }),
      () => false,
      0,
    );
    expect(presentOn(away, 'a')).toEqual([]);
    // The other array gains, as with the season: this one lost nothing.
    const gains = run(60, (array, d) => ({ power: haze(d) * (array === 'a' ? 1 : 2 - falls(d)), volts: 1 }));
    expect(presentOn(gains, 'a')).toEqual([]);
  });

  it('costs nothing for the days before once more after a clean day', () => {
    const reports = run(60, (_array, d) => ({ power: d === 50 ? 1 : dusty(d), volts: 1 }));
    expect(presentOn(reports, null)).not.toContain(50);
    expect(presentOn(reports, null)).toContain(51);
    // Both modules, 5 Wh per W of what is left.
    expect(lostOn(reports, 51, 52) / (2 * 5 * 400 * 0.15)).toBeLessThan(1.5);
  });

  it('costs as much while something else takes power, without counting as evidence', () => {
    const reports = run(
      60,
      (_array, d) => ({ power: dusty(d), volts: 1 }),
      (d) => d >= 48,
    );
    const days = presentOn(reports, null);
    expect(days.at(-1)).toBe(59);
    expect(reports[55]![0]!.weight).toBe(0);
    // Both modules, 5 Wh per W of what is left.
    expect(lostOn(reports, 50, 60) / (10 * 2 * 5 * 400 * 0.15)).toBeCloseTo(1, 0);
  });

  it('costs half of what it takes on the dull days before the rain, whose day is not known', () => {
    const cloudy = 0.3;
    const reports = run(60, (_array, d) => ({
      power: d < 46 ? dusty(d) : d < 56 ? cloudy * dusty(d) : 1,
      volts: 1,
    }));
    expect(presentOn(reports, null).at(-1)).toBe(45);
    const dullWh = 10 * 2 * 5 * 400 * cloudy * 0.15;
    expect(lostOn(reports, 46, 60) / dullWh).toBeCloseTo(0.5, 1);
  });

  it('ends with the rain that a weather source measures, and costs all of it until then', () => {
    const cloudy = 0.3;
    const report = (mm: number) =>
      run(
        60,
        (_array, d) => ({
          power: d < 46 ? dusty(d) : d < 56 ? cloudy * (d < 53 ? dusty(d) : 1) : 1,
          volts: 1,
        }),
        undefined,
        180,
        { rainMm: (d) => (d === 53 ? mm : 0) },
      );
    const [end] = report(8)[56]!;
    expect(end).toMatchObject({
      isPresent: false,
      sinceMs: (20_000 + 53) * 86_400_000,
      endedBy: { name: 'rain', value: 8, unit: 'mm' },
    });
    // Seven days and half of that of the rain.
    const share = end!.earlierWh! / (7.5 * 2 * 5 * 400 * cloudy * 0.15);
    expect(share).toBeGreaterThan(0.85);
    expect(share).toBeLessThan(1.1);
    // Little rain leaves dust.
    expect(report(2)[56]![0]!.endedBy).toBeUndefined();
  });

  it('is seen on a few sunny days after dull weeks, and next to a limit whose hours are known', () => {
    const isDull = (d: number) => d > 32 && d < 43;
    const few = run(46, (_array, d) => ({ power: isDull(d) ? 0.3 : dusty(d), volts: 1 }));
    expect(presentOn(few, null)).toContain(45);
    const slots = Uint8Array.from({ length: SLOTS }, (_, slot) => (slot > SLOTS / 2 ? 1 : 0));
    const dust = (limited: { from: number; slots: Uint8Array }, of = dusty) =>
      presentOn(
        run(60, (_array, d) => ({ power: of(d), volts: 1 }), undefined, 180, { limited }),
        null,
      );
    expect(dust({ from: 25, slots }).length).toBeGreaterThan(5);
    expect(dust({ from: 25, slots }, () => 1)).toEqual([]);
  });

  it('takes none of the energy that a limit cuts off', () => {
    const lost = (limitedShare: number) =>
      lostOn(
        run(
          60,
          (_array, d) => ({ power: dusty(d), volts: 1 }),
          (d) => d >= 48,
          180,
          { limitedShare },
        ),
        50,
        60,
      );
    expect(lost(0.6) / lost(0)).toBeCloseTo(0.4, 1);
  });

  it('must exceed what the season can do while another orientation suits an array better', () => {
    const falls = (perDay: number, implausible: readonly string[], level = 1) =>
      presentOn(
        run(
          60,
          (_array, d) => ({ power: 1 - perDay * Math.max(0, Math.min(d, 45) - 20), volts: 1 }),
          () => false,
          180,
          { implausible, level },
        ),
        null,
      );
    expect(falls(0.005, []).length).toBeGreaterThan(5);
    expect(falls(0.005, ['a', 'b'])).toEqual([]);
    expect(falls(0.01, ['a', 'b']).length).toBeGreaterThan(5);
    // An estimate contradicts the entry: the light of the arrays is not known.
    expect(falls(0.01, ['a', 'b'], 2)).toEqual([]);
  });
});
