import { demoPlants } from '@helioport/demo/plants';
import { type DemoPlant, installedW } from '@helioport/demo/world';
import { addDays, dayNumber } from '@helioport/domain/periods';
import { productByNumber } from '@helioport/domain/products';
import { sunAt } from '@helioport/domain/sun';
import { describe, expect, test } from 'vitest';
import { inverterDay, isSilent } from './plant.ts';
import { plantDay, STEP_MS } from './plantDay.ts';
import type { InverterReport } from './reports.ts';

const plantOf = (sid: string): DemoPlant => {
  const plant = demoPlants.find((p) => p.sid === sid);
  if (!plant) throw new Error(sid);
  return plant;
};
const farm = plantOf('NL_20230918_Vb7x');
const bodega = plantOf('ES_20220607_Qr2d');

const dayOf = (plant: DemoPlant, day: string) => {
  const light = plantDay(plant, day, 'test');
  const reports = plant.inverters.flatMap((inverter) => inverterDay(light, inverter));
  return { light, reports, of: (serial: string) => reports.filter((r) => r.serial === serial) };
};
/** Counters at the end of the day, by device. */
const lastOf = (reports: readonly InverterReport[]) => new Map(reports.map((r) => [r.serial, r]));
const days = ['2026-03-29', '2026-06-21', '2026-09-10', '2026-12-21'];

/** Bounds that a report of an inverter breaks; empty if it obeys all. */
function broken(r: InverterReport, plant: DemoPlant, light: ReturnType<typeof plantDay>): string[] {
  const inverter = plant.inverters.find(({ serial }) => serial === r.serial);
  const rated = inverter?.own ?? productByNumber(inverter?.productNumber ?? 0);
  const { zenithDeg } = sunAt(r.atMs, plant.latitude, plant.longitude);
  const channelsW = r.channels.reduce((sum, { powerW }) => sum + powerW, 0);
  const generating = r.modelByte === 0x84 || r.modelByte === 0xe6 ? 6 : 5;
  const bounds: Record<string, boolean> = {
    'power is within the rating': r.powerW >= 0 && r.powerW <= (rated?.ratedW ?? 0),
    'time is within the day': r.atMs >= light.startMs && r.atMs < light.endMs,
    'the sun is not far below the horizon': zenithDeg < 95,
    'there is no power at night': zenithDeg <= 91 || r.powerW === 0,
    'channels sum up to the power': Math.abs(channelsW - r.powerW) < 5e-7,
    'temperature is plausible': r.temperatureC > -30 && r.temperatureC < 95,
    'the state is generating': !(r.powerW > 0) || r.stateByte === generating,
  };
  return Object.keys(bounds).filter((name) => !bounds[name]);
}

describe('every plant', () => {
  test.each(demoPlants.map((p) => [p.sid, p] as const))('%s obeys the sun', (_, plant) => {
    for (const day of days) {
      const { reports, light } = dayOf(plant, day);
      expect(reports.length).toBeGreaterThan(plant.inverters.length * 20);
      const every = Math.ceil(reports.length / 1500);
      // One assertion per day: those of each report took half of the time of this file.
      const wrong = reports
        .filter((_, i) => i % every === 0)
        .map((report) => ({ report, broken: broken(report, plant, light) }))
        .filter((one) => one.broken.length > 0);
      expect(wrong).toEqual([]);
    }
  });

  test('a report that breaks a bound is found', () => {
    const { reports, light } = dayOf(farm, '2026-06-21');
    const noon = reports.reduce((best, r) => (r.powerW > best.powerW ? r : best));
    const found = (change: Partial<InverterReport>) => broken({ ...noon, ...change }, farm, light);
    expect(found({})).toEqual([]);
    const power = ['power is within the rating', 'channels sum up to the power'];
    expect(found({ powerW: 1e5 })).toEqual(power);
    expect(found({ powerW: -1 })).toEqual(power);
    expect(found({ powerW: NaN })).toEqual(power);
    const night = ['the sun is not far below the horizon', 'there is no power at night'];
    expect(found({ atMs: light.startMs })).toEqual(night);
    expect(found({ atMs: light.endMs })).toEqual(['time is within the day', ...night]);
    expect(found({ temperatureC: 95 })).toEqual(['temperature is plausible']);
    expect(found({ temperatureC: NaN })).toEqual(['temperature is plausible']);
    expect(found({ stateByte: 1 })).toEqual(['the state is generating']);
  });

  test('yields between nothing and 7.5 kWh per kWp and day, on average what its climate suggests', () => {
    for (const plant of demoPlants) {
      const rated = installedW(plant);
      const yields = Array.from({ length: 24 }, (_, i) => {
        const { reports } = dayOf({ ...plant, faults: [] }, addDays('2026-01-07', i * 15));
        return [...lastOf(reports).values()].reduce((sum, r) => sum + r.energyTodayWh, 0) / rated;
      });
      expect(Math.max(...yields)).toBeLessThan(7.5);
      expect(Math.min(...yields)).toBeGreaterThan(0);
      const mean = yields.reduce((sum, y) => sum + y, 0) / yields.length;
      expect(mean).toBeGreaterThan(1.8);
      expect(mean).toBeLessThan(5.8);
    }
  });
});

test('counters only rise within a day and are the integral of the power', () => {
  const light = plantDay(farm, '2026-05-17', 'test');
  for (const inverter of farm.inverters) {
    const productionW = new Float64Array(light.steps);
    const reports = inverterDay(light, inverter, { productionW });
    expect(reports[0]?.energyTodayWh).toBe(0);
    let before = 0;
    for (const r of reports) {
      expect(r.energyTodayWh).toBeGreaterThanOrEqual(before);
      before = r.energyTodayWh;
      const minutes = (r.atMs - light.lightFromMs) / STEP_MS;
      const whole = Math.floor(minutes);
      const integral =
        productionW.subarray(0, whole).reduce((sum, w) => sum + w / 60, 0) +
        ((productionW[whole] ?? 0) * (minutes - whole)) / 60;
      expect(r.energyTodayWh).toBeCloseTo(integral, 6);
    }
  }
});

test('the same day comes out the same, and another seed gives other weather', () => {
  const [a, b] = [dayOf(farm, '2026-05-17').reports, dayOf(farm, '2026-05-17').reports];
  expect(a).toEqual(b);
  const other = inverterDay(plantDay(farm, '2026-05-17', 'other'), farm.inverters[0] ?? farm.inverters[1]!);
  expect(other).not.toEqual(a.slice(0, other.length));
});

describe('flaws', () => {
  const { of } = dayOf(bodega, '2026-07-20');
  const noon = (serial: string) => of(serial).reduce((best, r) => (r.powerW > best.powerW ? r : best));

  test('a dead module gives nothing while its neighbours work', () => {
    const r = noon('86D50011');
    expect(r.channels[1]).toEqual({ voltageV: 0.6, powerW: 0, energyTodayWh: 0 });
    expect(r.channels[0]?.powerW).toBeGreaterThan(100);
  });

  test('a bypassed sub-string takes a third of the voltage and of the power', () => {
    const [healthy, , diode] = noon('86D50029').channels;
    expect((diode?.voltageV ?? 0) / (healthy?.voltageV ?? 1)).toBeCloseTo(2 / 3, 1);
    expect((diode?.powerW ?? 0) / (healthy?.powerW ?? 1)).toBeCloseTo(2 / 3, 1);
  });

  test('shade costs in its window of the day only', () => {
    // A clear sky, so that only the tree shades the modules.
    const house = plantOf('DE_20240312_9kQm');
    const clear = { ...house, climate: { ...house.climate, cloudiness: -1 } };
    const reports = dayOf(clear, '2026-10-05').reports;
    const ratio = (r: InverterReport) => (r.channels[0]?.powerW ?? 0) / (r.channels[1]?.powerW ?? 1);
    const azimuth = (r: InverterReport) => sunAt(r.atMs, house.latitude, house.longitude).azimuthDeg;
    const lit = reports.filter((r) => r.powerW > 50);
    for (const r of lit.filter((x) => azimuth(x) > 116 && azimuth(x) < 142))
      expect(ratio(r)).toBeLessThan(0.6);
    for (const r of lit.filter((x) => azimuth(x) > 150)) expect(ratio(r)).toBeGreaterThan(0.9);
  });

  test('dust grows until the rain', () => {
    const school = plantOf('NP_20241002_Zc6y');
    const cleanness = (day: string) => plantDay(school, day, 'test').arrays.get('terrace')?.cleanness ?? 0;
    const washed = addDays('2026-05-01', 42 - (dayNumber('2026-05-01') % 42));
    expect(cleanness(washed)).toBe(1);
    expect(cleanness(addDays(washed, 41))).toBeCloseTo(1 - 41 * 0.005, 6);
    expect(cleanness(addDays(washed, 42))).toBe(1);
  });
});

test('a silent gateway is silent, and one or two of the weak links are down at any time', () => {
  const krakow = plantOf('PL_20240822_Wd5r');
  for (let i = 0; i < 30; i++) {
    const { light, reports } = dayOf(krakow, addDays('2026-05-01', i));
    const silent = krakow.inverters.filter((inverter) => isSilent(light, inverter.serial));
    expect([1, 2]).toContain(silent.length);
    expect(reports.some((r) => silent.some(({ serial }) => r.serial === serial))).toBe(false);
    expect(new Set(reports.map((r) => r.serial)).size).toBe(10 - silent.length);
  }
});

test('codes: low light at both ends of the day, grid events that all inverters share, heat, ground fault', () => {
  const school = plantOf('NP_20241002_Zc6y');
  const seen = new Set<number>();
  for (let i = 0; i < 20; i++) {
    for (const r of dayOf(school, addDays('2026-04-01', i)).reports) {
      seen.add(r.statusBits);
      if (r.statusBits === 0x20) {
        expect(r.powerW).toBe(0);
        expect(r.frequencyHz).toBeLessThan(49.5);
      }
    }
  }
  for (const bits of [0, 0x8000, 0x0002, 0x0020, 0x0004]) expect(seen).toContain(bits);

  const clinic = dayOf(plantOf('KE_20230705_Ge9a'), '2026-05-05').of('86DD0005');
  expect(clinic.every((r) => r.powerW === 0)).toBe(true);
  expect(clinic.some((r) => r.statusBits === 0x2000)).toBe(true);

  const desert = Array.from({ length: 10 }, (_, i) =>
    dayOf(plantOf('US_20250211_Kp4s'), addDays('2026-07-01', i)),
  );
  expect(desert.some(({ of }) => of('86D80006').some((r) => r.statusBits === 0x0800))).toBe(true);
});

test('rhythms are those of the models', () => {
  const gap = (sid: string) => {
    const plant = plantOf(sid);
    const [a, b] = inverterDay(plantDay(plant, '2026-05-05', 'test'), plant.inverters[0]!);
    return ((b?.atMs ?? 0) - (a?.atMs ?? 0)) / 1000;
  };
  expect(gap('DE_20250504_Lm3T')).toBe(297);
  expect(gap('PL_20240822_Wd5r')).toBe(600);
  expect(gap('DE_20240312_9kQm')).toBe(300);
});
