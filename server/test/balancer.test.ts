// Two processes with everything over one database, behind the balancers of the guide, restarted one after the other.
import { account } from '@helioport/contract/account';
import type { Envelope } from '@helioport/contract/envelope';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../seed/make.ts';
import { seedMenus } from '../seed/menus.ts';
import { inTransaction } from '../src/platform/db.ts';
import { balancers, freePort, startBalancer } from './balancers.ts';
import { type Gateway, startGateway } from './gateways.ts';
import { freshDatabase, type TestDatabase } from './harness.ts';
import { type ServerProcess, startProcess } from './processes.ts';
import { isInstalled } from './programs.ts';

const found = balancers.filter(isInstalled);
for (const name of balancers)
  if (!found.includes(name)) console.warn(`SKIPPED: there is no ${name} on the PATH; it was not tried.`);

/** A page that listens to its news through a balancer and joins again when they end, as `web/src/api/live.ts` does. */
function openPage(port: number, token: string) {
  const page = { joined: 0, notes: 0 };
  const ending = new AbortController();
  const listening = (async () => {
    while (!ending.signal.aborted) {
      try {
        const answer = await fetch(`http://127.0.0.1:${port}/live`, {
          headers: { authorization: token },
          signal: ending.signal,
        });
        if (answer.status === 200) page.joined++;
        for await (const chunk of answer.body ?? [])
          if (Buffer.from(chunk).includes('event: report')) page.notes++;
      } catch {
        // It was ended or cut off: joined again.
      }
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  })();
  return Object.assign(page, {
    async close() {
      ending.abort();
      await listening;
    },
  });
}

describe.skipIf(found.length === 0)('two processes behind a balancer', () => {
  let database: TestDatabase;
  let token: string;
  let siteId: number;
  const ports: [number, number] = [0, 0];
  const processes: ServerProcess[] = [];
  const before: { name: string; port: number; stop(): Promise<void> }[] = [];
  const deviceOf = new Map<string, number>();

  const start = (i: 0 | 1) =>
    startProcess({
      DATABASE_URL: database.url,
      DATABASE_CONNECTIONS: '12',
      TRUST_PROXY: '1',
      STOP_AFTER_S: '2',
      PORT: String(ports[i]),
    });

  beforeAll(async () => {
    database = await freshDatabase();
    await inTransaction(database.db, 'write', async (tx) => {
      await seedMenus(tx);
      const owner = await makeUser(tx, { email: 'anna@demo.test' });
      siteId = (await makeSite(tx, { ownerId: owner.id })).id;
      for (let i = 0; i < found.length * 4; i++) {
        const { id, serial } = await makeDevice(tx, siteId);
        deviceOf.set(serial, id);
      }
    });
    ports[0] = await freePort();
    ports[1] = await freePort();
    processes.push(...(await Promise.all([start(0), start(1)])));
    for (const name of found) before.push({ name, ...(await startBalancer(name, ports)) });
    const answer = await fetch(`http://127.0.0.1:${before[0]!.port}/${account.signIn.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', lan: '6' },
      body: JSON.stringify({ account: 'anna@demo.test', password: 'helioport-demo' }),
    });
    const { data } = (await answer.json()) as Envelope;
    token = (data as { tokenInfo: { token: string } }).tokenInfo.token;
  }, 180_000);
  afterAll(async () => {
    for (const { stop } of before) await stop();
    await Promise.all(processes.map((one) => one.kill('SIGKILL')));
    await database?.close();
  });

  it('are restarted one after the other: no frame is lost, and every page hears its news again', async () => {
    const serials = [...deviceOf.keys()];
    const gateways = before.flatMap(({ port }, b) =>
      [true, true, false, false].map((isKept, i) => startGateway(port, serials[b * 4 + i]!, isKept)),
    );
    const pages = before.map(({ port }) => openPage(port, token));
    const count = () => gateways.reduce((sum, { answered }) => sum + answered.length, 0);
    /** All devices and pages were served since. */
    const allServed = async () => {
      const answered = gateways.map((gateway) => gateway.answered.length);
      const notesBefore = pages.map(({ notes }) => notes);
      await expect
        .poll(() => gateways.every((gateway, i) => gateway.answered.length > answered[i]! + 2), {
          timeout: 60_000,
        })
        .toBe(true);
      await expect
        .poll(() => pages.every(({ notes }, i) => notes > notesBefore[i]!), { timeout: 60_000 })
        .toBe(true);
    };
    await allServed();
    for (const i of [0, 1] as const) {
      const whole = count();
      await processes[i]!.kill('SIGTERM');
      await allServed();
      expect(count()).toBeGreaterThan(whole);
      processes[i] = await start(i);
      await allServed();
    }
    for (const page of pages) await page.close();
    await Promise.all(gateways.map((gateway) => gateway.stop()));

    // Both processes ended once, so each page lost its news at least once.
    for (const page of pages) expect(page.joined).toBeGreaterThan(1);
    expect(gateways.flatMap(({ foreign }) => foreign)).toEqual([]);
    for (const gateway of gateways) expect(await lostOf(gateway)).toEqual([]);
  }, 300_000);

  /** Answered frames of a gateway that are not stored. */
  async function lostOf({ serial, answered }: Gateway): Promise<number[]> {
    const { rows } = await sql<{ energy: number }>`
      select distinct energy from reading where site_id = ${siteId} and device_id = ${deviceOf.get(serial)}`.execute(
      database.db,
    );
    const stored = new Set(rows.map(({ energy }) => energy));
    // 36.2 stored steps a count.
    return answered.filter((n) => !stored.has(Math.round(n * 36.2)));
  }
});
