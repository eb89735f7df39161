import { site } from '@helioport/contract/site';
import { expectedDay } from '@helioport/domain/analytics/irradiance/expectedDay';
import { HOUR_MS } from '@helioport/domain/duration';
import { addDays, dayBounds } from '@helioport/domain/periods';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeUser } from '../../../seed/make.ts';
import { seedMenus } from '../../../seed/menus.ts';
import { evaluateAll } from '../../../test/evaluateAll.ts';
import { type Caller, startTestApp, type TestApp } from '../../../test/harness.ts';
import { settle } from '../../../test/settle.ts';
import { makeSunlitPlant, type SunlitPlant, shineOn } from '../../../test/sunlitPlant.ts';
import { inTransaction } from '../../platform/db.ts';
import type { WeatherOf } from '../../timeseries/analytics/evaluate.ts';

const FIRST = '2026-05-01';
const DAYS = 10;
const LAST = addDays(FIRST, DAYS - 1);
const NOW = dayBounds(addDays(LAST, 1), 'Europe/Berlin').startMs + 12 * HOUR_MS;

/** What the weather source measures at a plant: a multiple of the clear sky, and nothing on the days of `gaps`. */
interface Measured {
  factor: number;
  gaps?: readonly string[];
}

let app: TestApp;
let owner: Caller;
const plants: Record<string, SunlitPlant> = {};
const weather: Record<string, Measured> = {
  clear: { factor: 1 },
  dull: { factor: 0.5 },
  partly: { factor: 1, gaps: [LAST] },
  tooLittle: { factor: 1, gaps: [FIRST, addDays(FIRST, 1), LAST] },
};

beforeAll(async () => {
  app = await startTestApp({ now: NOW });
  const { database } = app;
  const ownerId = await inTransaction(database.db, 'write', async (tx) => {
    await seedMenus(tx);
    return (await makeUser(tx, { email: 'owner@ratio.test' })).id;
  });
  for (const name of [...Object.keys(weather), 'none']) {
    const plant = await makeSunlitPlant(database, { ownerId, devices: 1 });
    await shineOn(database, plant, FIRST, DAYS, () => 1, { now: NOW });
    plants[name] = plant;
  }
  await settle(database.db, NOW);
  const weatherOf: WeatherOf = async ({ siteId, model }, input) => {
    const [, measured] = Object.entries(weather).find(([name]) => plants[name]!.id === siteId) ?? [];
    if (!measured) return null;
    const { ghi } = expectedDay(model, { ...input, weather: null });
    const isGap = measured.gaps?.includes(input.day);
    const ghiWm2 = ghi.map((watts) => (isGap ? Number.NaN : watts * measured.factor));
    return { ghiWm2, airTemperatureC: null, windMs: null, rainMm: null };
  };
  await evaluateAll(database.db, NOW, { weatherOf });
  owner = await app.as('owner@ratio.test');
});
afterAll(() => app.close());

const daysOf = (name: string) =>
  owner.call(site.expected, { sid: plants[name]!.sid, types: 3, rangeDate: `${FIRST}~${LAST}` });

it('is the final over the reference yield by the weather source', async () => {
  const clear = await daysOf('clear');
  expect(clear.performanceRatio).toBeGreaterThan(0.3);
  expect(clear.performanceRatio).toBeLessThan(1);
  expect(clear.ratioCoverage).toBe(1);
  // All days count, so both yields belong to the same days.
  expect(clear.performanceRatio! * clear.referenceYield!).toBeCloseTo(clear.specificYield!, 1);
  const dull = await daysOf('dull');
  expect(dull.referenceYield! / clear.referenceYield!).toBeGreaterThan(0.4);
  expect(dull.referenceYield! / clear.referenceYield!).toBeLessThan(0.6);
});

it('covers days and months alike', async () => {
  const { sid } = plants.clear!;
  const { referenceYield } = await daysOf('clear');
  const month = await owner.call(site.expected, { sid, types: 5, date: '2026' });
  expect(month.referenceYield).toBe(referenceYield);
  const day = await owner.call(site.expected, { sid, types: 1, date: FIRST });
  expect(day.referenceYield).toBeLessThan(referenceYield! / 5);
});

it('leaves days without irradiance out of both yields, and is unknown with too few', async () => {
  const [whole, partly] = [await daysOf('clear'), await daysOf('partly')];
  expect(partly.ratioCoverage).toBe(0.9);
  expect(partly.referenceYield).toBeLessThan(whole.referenceYield!);
  expect(await daysOf('tooLittle')).toMatchObject({
    performanceRatio: null,
    referenceYield: null,
    ratioCoverage: null,
  });
});

it('is unknown without a weather source', async () => {
  const answer = await daysOf('none');
  expect(answer.ratio).toBeGreaterThan(0.9);
  expect(answer.performanceRatio).toBeNull();
});
