import { deviceKind } from '@helioport/domain/deviceKinds';
import { HOUR_MS } from '@helioport/domain/duration';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeDevice, makeSite } from '../../../seed/make.ts';
import { makeReading, storeReadings } from '../../../seed/makeReadings.ts';
import { freshDatabase, type TestDatabase } from '../../../test/harness.ts';
import { inTransaction } from '../../platform/db.ts';
import { energyByDay } from './energies.ts';

const DAY = '2026-06-21';
const NOW = Date.parse(`${DAY}T15:00:00Z`);

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

it('counts all kinds of inverters on the running day, before the roll-up', async () => {
  const site = await inTransaction(database.db, 'write', async (tx) => {
    const { id } = await makeSite(tx, { timezone: 'Etc/UTC' });
    const micro = await makeDevice(tx, id);
    const string = await makeDevice(tx, id, { kind: 'stringMachine' });
    return { id, micro: micro.id, string: string.id };
  });
  const at = (hours: number) => NOW - hours * HOUR_MS;
  const who = (deviceId: number) => ({ deviceId, siteId: site.id, timeZone: 'Etc/UTC' });
  const { code: kind } = deviceKind('stringMachine');
  const lifetime = [
    { hours: 2, energyOut: 5_000_000 },
    { hours: 1, energyOut: 5_030_000 },
  ];
  await storeReadings(
    database.pool,
    [
      makeReading(who(site.micro), at(2), { power: 5000, energy: 5000 }),
      makeReading(who(site.micro), at(1), { power: 5000, energy: 10_000 }),
      ...lifetime.map(({ hours, energyOut }) =>
        makeReading(who(site.string), at(hours), { kind, power: 30_000, energyOut }),
      ),
    ],
    NOW,
  );
  const [day] = await energyByDay(database.db, { siteId: site.id, timeZone: 'Etc/UTC' }, DAY, DAY, NOW);
  // 1 kWh of the microinverter and 3 kWh of the string inverter.
  expect(day?.energyWh).toBe(4000);
});
