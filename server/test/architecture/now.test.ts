import { MINUTE_MS } from '@helioport/domain/duration';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeReading, storeReadings } from '../../seed/makeReadings.ts';
import { KIND } from '../../src/timeseries/reading.ts';
import { contradictions } from './now.ts';
import { people, roles, startWorld, type World } from './world.ts';

let world: World;
let noon: number;

beforeAll(async () => {
  world = await startWorld();
  noon = world.app.now();
});
afterAll(() => world.close());

/** Contradictions in the responses to any role at an instant. */
async function found(at: number): Promise<string[]> {
  world.app.setNow(at);
  const all: string[] = [];
  for (const role of roles) {
    all.push(...(await contradictions(await world.sessionOf(people[role]), role)));
  }
  return all;
}

/** The meters of all plants say something at an instant. */
async function lettingMetersSpeak(at: number): Promise<number> {
  const { rows } = await sql<{ deviceId: number; siteId: number; timeZone: string }>`
    select d.id as "deviceId", s.id as "siteId", s.timezone as "timeZone"
    from devices d join sites s on s.id = d.site_id where d.kind = 'meter'`.execute(world.app.database.db);
  const reports = rows.map((who) => makeReading(who, at, { kind: KIND.meter, power: 3000 }));
  await storeReadings(world.app.database.pool, reports, at);
  return rows.length;
}

it('every call says the same of now at noon, late, and at night beside a meter that speaks', async () => {
  expect(await found(noon)).toEqual([]);
  expect(await found(noon + 47 * MINUTE_MS)).toEqual([]);
  const night = noon + 10 * 60 * MINUTE_MS;
  expect(await lettingMetersSpeak(night - MINUTE_MS)).toBeGreaterThan(0);
  expect(await found(night)).toEqual([]);
}, 1_800_000);

it('a sum that counts what is not there is caught', async () => {
  world.app.setNow(noon);
  const admin = await world.sessionOf(people.administrator);
  expect(await contradictions(admin, 'administrator')).toEqual([]);
  await sql`update site_latest set power = power + 1000 where power > 0`.execute(world.app.database.db);
  expect((await contradictions(admin, 'administrator')).join('\n')).toContain('and of its producers');
});
