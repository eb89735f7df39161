import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSerial, makeSite } from '../../seed/make.ts';
import { makeReading, storeReadings } from '../../seed/makeReadings.ts';
import { freshDatabase, type TestDatabase } from '../../test/harness.ts';
import { inTransaction } from '../platform/db.ts';
import { moveDevice } from '../timeseries/retention/move.ts';
import { claim } from './claims.ts';
import { ensureDevices } from './devices.ts';
import { seedProducts } from './products.ts';
import { listedAmong, restrict, unrestrict } from './serials.ts';

let database: TestDatabase;
const NOW = Date.UTC(2026, 5, 21, 12);
const write = <T>(work: Parameters<typeof inTransaction<T>>[2]) => inTransaction(database.db, 'write', work);

beforeAll(async () => {
  database = await freshDatabase();
  await write((tx) => seedProducts(tx));
});
afterAll(() => database.close());

/** Adds a serial number to the list, issued by default. */
async function listed(sn: string, issuedAt: Date | null = new Date(NOW)): Promise<string> {
  await sql`
    insert into sn_entries (sn, product_number, issued_at, created_at)
    values (${sn}, 11, ${issuedAt}, ${new Date(NOW)})`.execute(database.db);
  return sn;
}

const row = async (sn: string) => {
  const { rows } = await sql<{ activatedAt: Date | null; reason: string; isRestricted: boolean }>`
    select activated_at as "activatedAt", restricted_reason as reason, restricted_at is not null as "isRestricted"
    from sn_entries where sn = ${sn}`.execute(database.db);
  return rows[0];
};

const claimed = async (serial: string) => {
  const { id: siteId } = await write((tx) => makeSite(tx));
  return await write((tx) => claim(tx, { serial, siteId, now: NOW }, moveDevice));
};

describe('restrict and unrestrict', () => {
  it('mark serials once, tell which are new, and forget what nobody entered in the list', async () => {
    const [known, unlisted] = [await listed(makeSerial()), makeSerial()];
    const mark = (sns: string[], reason: string) => write((tx) => restrict(tx, { sns, reason, now: NOW }));
    expect((await mark([known, unlisted, known], 'stolen')).sort()).toEqual([known, unlisted].sort());
    expect(await mark([known], 'returned')).toEqual([]);
    expect(await row(known)).toMatchObject({ isRestricted: true, reason: 'returned' });

    expect((await write((tx) => unrestrict(tx, [known, unlisted]))).sort()).toEqual([known, unlisted].sort());
    expect(await row(known)).toMatchObject({ isRestricted: false, reason: '' });
    expect(await row(unlisted)).toBeUndefined();
    expect(await write((tx) => unrestrict(tx, [known, unlisted]))).toEqual([]);
  });
});

describe('the rule of enrolment', () => {
  it('lets a plant take what was issued or is not in the list, and nothing else', async () => {
    const [issued, waiting, bad, unlisted] = [
      await listed(makeSerial()),
      await listed(makeSerial(), null),
      await listed(makeSerial()),
      makeSerial(),
    ];
    await write((tx) => restrict(tx, { sns: [bad], reason: '', now: NOW }));
    const results = [];
    for (const sn of [issued, waiting, bad, unlisted]) results.push((await claimed(sn)).status);
    expect(results).toEqual(['claimed', 'notIssued', 'restricted', 'claimed']);
    // A rejected claim leaves no row, and claimed devices have the model from the list.
    const { rows } = await sql<{ sn: string; product: number | null }>`
      select sn, product_number as product from devices order by sn`.execute(database.db);
    expect(rows).toEqual([
      { sn: issued, product: 11 },
      { sn: unlisted, product: null },
    ]);
    expect(await write((tx) => listedAmong(tx, [waiting, unlisted]))).toEqual(
      new Map([[waiting, { sn: waiting, productNumber: 11, refusal: 'notIssued' }]]),
    );
  });

  it('notes when a serial is first in use, and keeps the reports of one that is restricted', async () => {
    const [bound, received] = [await listed(makeSerial()), await listed(makeSerial())];
    await claimed(bound);
    expect((await row(bound))?.activatedAt?.getTime()).toBe(NOW);

    await write((tx) => restrict(tx, { sns: [received], reason: '', now: NOW }));
    const at = NOW - 3_600_000;
    const client = await database.pool.connect();
    const devices = await ensureDevices(client, [
      {
        sn: received,
        vendor: 'nep',
        serial: received,
        part: '',
        atMs: at,
        kind: 'microinverter',
        modelByte: 0xe6,
      },
    ]);
    client.release();
    expect((await row(received))?.activatedAt?.getTime()).toBe(at);
    const deviceId = devices.get(received)!.id;
    await storeReadings(
      database.pool,
      [makeReading({ siteId: 0, deviceId, timeZone: 'UTC' }, at, { power: 100 })],
      NOW,
    );
    const { rows } = await sql`select 1 from latest where site_id = 0 and device_id = ${deviceId}`.execute(
      database.db,
    );
    expect(rows).toHaveLength(1);
  });
});
