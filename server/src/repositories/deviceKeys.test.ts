// Keys of devices over their changes of owner, against two brokers on one database.
import { device } from '@helioport/contract/device';
import { gateway } from '@helioport/contract/gateway';
import { pv } from '@helioport/contract/pv';
import { site } from '@helioport/contract/site';
import { sql } from 'kysely';
import type mqtt from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDevice, makeSite } from '../../seed/make.ts';
import { type Caller, TEST_TOKEN } from '../../test/harness.ts';
import { type MqttWorld, startMqttWorld } from '../../test/mqttWorld.ts';
import { type People, startPeople } from '../../test/people.ts';
import { mosquittoFiles } from '../ingest/mosquitto.ts';
import { removeDemo } from '../jobs/demoRemoval.ts';
import { inTransaction } from '../platform/db.ts';
import { beginDemoRemoval, markAsDemo, setDemoState } from './demo.ts';
import { deleteUnclaimed } from './unclaimed.ts';

const NOW = Date.UTC(2026, 5, 21, 12);
const PLANT = { siteName: 'Barn', countryCode: 'DE', stateCode: 'DE-BE', timezone: 'Europe/Berlin' };

let world: People;
let brokers: MqttWorld[];
let boss: Caller;
let rival: Caller;
let number = 0;

beforeAll(async () => {
  world = await startPeople({ now: NOW });
  brokers = [await startMqttWorld(world.app), await startMqttWorld(world.app)];
  [boss, rival] = [await world.as('boss'), await world.as('south.boss')];
});
afterAll(async () => {
  for (const broker of brokers ?? []) await broker.close();
  await world?.close();
});

const write = <T>(work: Parameters<typeof inTransaction<T>>[2]) =>
  inTransaction(world.app.database.db, 'write', work);

const newSn = () => `sunhall.KEY-${String(++number).padStart(4, '0')}`;

async function addTo(who: Caller, sn: string): Promise<{ sid: string; token: string }> {
  const { sid, devices } = await who.call(site.createFast, { ...PLANT, devices: [{ sn }] });
  expect(devices).toMatchObject([{ isEntered: true }]);
  return { sid, token: (await who.call(gateway.token, { sn })).token };
}

/** One open connection at each broker. */
async function connectAll(sn: string, password: string): Promise<mqtt.MqttClient[]> {
  const clients = await Promise.all(brokers.map((broker) => broker.connect(sn, { password })));
  for (const client of clients) await client.publishAsync(`helioport/${sn}/status`, 'online', { qos: 1 });
  return clients;
}

const areClosed = (clients: mqtt.MqttClient[]) =>
  expect.poll(() => clients.map(({ connected }) => connected)).toEqual(clients.map(() => false));

async function isRefused(sn: string, password: string): Promise<void> {
  for (const broker of brokers) await expect(broker.connect(sn, { password })).rejects.toThrow();
}

describe('the key of a device ends with its owner', () => {
  it('is new for the company that adds a device another company has deleted', async () => {
    const sn = newSn();
    const { token: old } = await addTo(boss, sn);
    const clients = await connectAll(sn, old);
    await boss.call(device.delete, { sn });
    await areClosed(clients);
    await isRefused(sn, old);
    const { token } = await addTo(rival, sn);
    expect(token).not.toBe(old);
    await isRefused(sn, old);
    await connectAll(sn, token);
  });

  it('makes the key that was read ahead of the real owner useless', async () => {
    const sn = newSn();
    const { sid, token: harvested } = await addTo(rival, sn);
    await rival.call(pv.delete, { sid, siteName: PLANT.siteName });
    await isRefused(sn, harvested);
    await addTo(boss, sn);
    await isRefused(sn, harvested);
  });

  it('never comes back, not even when the serial was forgotten in between', async () => {
    const sn = newSn();
    const { token: first } = await addTo(rival, sn);
    await rival.call(device.delete, { sn });
    await write((tx) => deleteUnclaimed(tx, { before: NOW + 1, most: 500 }, async () => undefined));
    const { rows } = await sql`select 1 from devices where sn = ${sn}`.execute(world.app.database.db);
    expect(rows).toEqual([]);
    await isRefused(sn, first);
    const { token } = await addTo(boss, sn);
    expect(token).not.toBe(first);
    await isRefused(sn, first);
  });

  it('ends with the plant, in all processes', async () => {
    const sn = newSn();
    const { sid, token } = await addTo(boss, sn);
    const clients = await connectAll(sn, token);
    await boss.call(pv.delete, { sid, siteName: PLANT.siteName });
    await areClosed(clients);
    await isRefused(sn, token);
  });

  it('ends with a replacement, and counts again when it is undone', async () => {
    const [oldSn, spare] = [newSn(), newSn()];
    const { sid, token: old } = await addTo(boss, oldSn);
    const clients = await connectAll(oldSn, old);
    await boss.call(device.replace, { sid, sn: oldSn, newSn: spare });
    await areClosed(clients);
    await isRefused(oldSn, old);
    const { token } = await boss.call(gateway.token, { sn: spare });
    const fresh = await connectAll(spare, token);
    await boss.call(device.replaceUndo, { sid, sn: oldSn });
    await areClosed(fresh);
    await isRefused(spare, token);
    expect((await boss.call(gateway.token, { sn: oldSn })).token).toBe(old);
    await connectAll(oldSn, old);
  });

  it('leaves no last will that reports for the next owner', async () => {
    const sn = newSn();
    const { token } = await addTo(boss, sn);
    const topic = `helioport/${sn}/report`;
    const will = { topic, payload: Buffer.from('{"kind":"meter","powerW":666}'), qos: 1 } as const;
    const client = await brokers[0]!.connect(sn, { password: token, will });
    await boss.call(device.delete, { sn });
    await areClosed([client]);
    await addTo(rival, sn);
    // The will would be stored ahead of what is published after it.
    const bridge = await brokers[0]!.connect('bridge', { password: TEST_TOKEN });
    await bridge.publishAsync(topic, '{"kind":"meter","powerW":1}', { qos: 1 });
    const { rows } = await sql<{ power: number }>`
      select grid_power as power from reading r join devices d on d.id = r.device_id where d.sn = ${sn}`.execute(
      world.app.database.db,
    );
    expect(rows).toEqual([{ power: 10 }]);
  });

  it('ends for a composite device as a whole, and its components have none', async () => {
    const sn = newSn();
    const { token } = await addTo(boss, sn);
    const clients = await connectAll(sn, token);
    const message = { kind: 'allInOne', battery: { powerW: 5, socRatio: 0.5 }, meter: { powerW: 1 } };
    await clients[0]!.publishAsync(`helioport/${sn}/report`, JSON.stringify(message), { qos: 1 });
    await isRefused(`${sn}~battery`, token);
    await boss.call(device.delete, { sn });
    await areClosed(clients);
    const next = await addTo(rival, sn);
    await isRefused(sn, token);
    await connectAll(sn, next.token);
  });

  it('stays with a device that was added before keys changed with their owners', async () => {
    const { sn } = await write(async (tx) => {
      const plant = await makeSite(tx, { companyId: world.company.northInstaller });
      return await makeDevice(tx, plant.id, { vendor: 'sunhall', kind: 'gateway' });
    });
    const { token } = await boss.call(gateway.token, { sn });
    // The first token depends on the serial number alone; the helper connects with it.
    const client = await brokers[0]!.connect(sn);
    expect(client.connected).toBe(true);
    const again = await boss.call(gateway.token, { sn });
    expect(again.token).toBe(token);
  });

  it('is written for another broker only while it counts', async () => {
    const { db } = world.app.database;
    const [kept, deleted, replaced] = [newSn(), newSn(), newSn()];
    await addTo(boss, kept);
    await addTo(boss, deleted);
    const { sid } = await addTo(boss, replaced);
    await boss.call(device.delete, { sn: deleted });
    const spare = newSn();
    await boss.call(device.replace, { sid, sn: replaced, newSn: spare });
    const secrets = { bridge: 'b', devices: 'd' };
    const files = await mosquittoFiles(db, {
      secrets,
      folder: '/x',
      listener: '1883',
      portalListener: '1884',
    });
    const users = files.passwords.split('\n').map((line) => line.split(':')[0]);
    expect([kept, deleted, replaced, spare].map((sn) => users.includes(sn))).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });

  it('ends with the demo data', async () => {
    const sn = newSn();
    const { token } = await addTo(boss, sn);
    const clients = await connectAll(sn, token);
    await write(async (tx) => {
      await markAsDemo(tx, []);
      await setDemoState(tx, 'random');
      await beginDemoRemoval(tx);
    });
    await removeDemo(world.app.database.db, NOW);
    await areClosed(clients);
    await isRefused(sn, token);
  });
});
