import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { WEBHOOKS_MAX, webhook } from '@helioport/contract/webhook';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type People, startPeople } from '../../../test/people.ts';
import { inTransaction } from '../../platform/db.ts';
import { shareSite } from '../../repositories/shares.ts';

let world: People;
let sid: string;
const EVENTS = ['alarm.opened'] as const;
const URL_OF = 'https://hooks.example/a';
const received: string[] = [];
let status = 200;
const receiver = http.createServer((request, response) => {
  received.push(String(request.headers['helioport-id']));
  request.resume().on('end', () => response.writeHead(status, { location: '/elsewhere' }).end('thanks'));
});

beforeAll(async () => {
  world = await startPeople({ env: { WEBHOOK_NETWORKS: '127.0.0.1' } });
  sid = world.sid.alpha;
  await new Promise<void>((resolve) => {
    receiver.listen(0, '127.0.0.1', resolve);
  });
});
afterAll(async () => {
  receiver.close();
  await world.close();
});

const codeOf = async (who: string, path: string, input: object) =>
  (await (await world.as(who)).send(path, input)).envelope.code;

describe('v2/webhook', () => {
  it('shows the key once, and a new one with a new address', async () => {
    const owner = await world.as('free');
    const { id, secret } = await owner.call(webhook.create, { sid, url: URL_OF, events: [...EVENTS] });
    expect(secret).toHaveLength(43);
    const { list } = await (await world.as('boss')).call(webhook.list, { sid });
    expect(list).toMatchObject([{ id, url: URL_OF, events: EVENTS, isActive: true, pausedAt: null }]);
    expect(JSON.stringify(list)).not.toContain(secret);
    const change = { sid, id, events: ['alarm.closed' as const] };
    expect(await owner.call(webhook.update, { ...change, url: URL_OF })).toEqual({ secret: '' });
    const { secret: second } = await owner.call(webhook.update, { ...change, url: `${URL_OF}b` });
    expect(second).toHaveLength(43);
    expect(second).not.toBe(secret);
    await owner.call(webhook.delete, { sid, id });
    expect((await owner.call(webhook.list, { sid })).list).toEqual([]);
  });

  it('tests and resends immediately, with the result in the log', async () => {
    const owner = await world.as('free');
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
    const { id } = await owner.call(webhook.create, { sid, url, events: [...EVENTS] });
    expect(await owner.call(webhook.test, { sid, id })).toMatchObject({
      isDelivered: true,
      status: 200,
      answer: 'thanks',
    });
    const [first] = (await owner.call(webhook.deliveries, { sid, id })).list;
    expect(first).toMatchObject({ event: 'test', attempts: 1, status: 200, nextAt: null });
    expect(JSON.parse(first!.body)).toMatchObject({ version: 1, event: 'test', plant: { sid } });
    // A redirect is a failure, and is not followed.
    status = 302;
    expect(await owner.call(webhook.resend, { sid, id, deliveryId: first!.id })).toMatchObject({
      isDelivered: false,
      error: 'answered 302',
    });
    status = 200;
    expect(received).toHaveLength(2);
    expect(received[0]).toBe(received[1]);
    expect((await owner.call(webhook.deliveries, { sid, id })).list).toMatchObject([
      { attempts: 2, status: 302, deliveredAt: first!.deliveredAt },
    ]);
    expect(await codeOf('free', webhook.resend.path, { sid, id, deliveryId: 999_999 })).toBe(4075);
    await owner.call(webhook.delete, { sid, id });
  });

  it('is for those who may edit the plant, and a webhook of another plant is unknown', async () => {
    const { db } = world.app.database;
    const { rows } = await sql<{ id: number }>`select id from sites where sid = ${sid}`.execute(db);
    const reader = await world.id('customer.south');
    await inTransaction(db, 'write', (tx) => shareSite(tx, rows[0]!.id, reader, false));
    const input = { sid, url: URL_OF, events: EVENTS };
    const { id } = await (await world.as('free')).call(webhook.create, {
      sid,
      url: URL_OF,
      events: [...EVENTS],
    });
    expect(await codeOf('customer.south', webhook.create.path, input)).toBe(1121);
    expect(await codeOf('customer.south', webhook.list.path, { sid })).toBe(1121);
    expect(await codeOf('south', webhook.create.path, input)).toBe(4040);
    const before = received.length;
    for (const { path } of [webhook.test, webhook.resend, webhook.update, webhook.delete]) {
      const call = { ...input, id, deliveryId: 1 };
      expect(await codeOf('south', path, call), path).toBe(4040);
      expect(await codeOf('customer.south', path, { ...call, sid: world.sid.beta }), path).toBe(4075);
    }
    const far = await world.as('customer.south');
    expect((await far.call(webhook.deliveries, { sid: world.sid.beta, id })).list).toEqual([]);
    expect(await codeOf('south', webhook.deliveries.path, { sid, id })).toBe(4040);
    expect(received.length).toBe(before);
    await (await world.as('free')).call(webhook.delete, { sid, id });
  });

  it('rejects addresses of the network, credentials in addresses and unknown events', async () => {
    for (const url of [
      'http://8.8.8.8/',
      'https://10.0.0.1/',
      'https://[::1]/',
      'https://169.254.169.254/',
      'https://user:pass@hooks.example/',
      'ftp://hooks.example/',
      'nonsense',
      'https://2130706434/',
    ])
      expect(await codeOf('free', webhook.create.path, { sid, url, events: EVENTS }), url).toBe(1404);
    for (const events of [[], ['fax'], 'alarm.opened,fax', null])
      expect(await codeOf('free', webhook.create.path, { sid, url: URL_OF, events })).not.toBe(200);
  });

  it('stops at the limit of a plant, also for concurrent calls', async () => {
    const owner = await world.as('free');
    const calls = Array.from({ length: WEBHOOKS_MAX + 4 }, () =>
      owner.send(webhook.create.path, { sid, url: URL_OF, events: EVENTS }),
    );
    const codes = (await Promise.all(calls)).map(({ envelope }) => envelope.code);
    expect(codes.filter((code) => code === 1423)).toHaveLength(4);
    expect((await owner.call(webhook.list, { sid })).list).toHaveLength(WEBHOOKS_MAX);
  });
});
