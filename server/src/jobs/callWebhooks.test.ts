import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { HOUR_MS, MINUTE_MS } from '@helioport/domain/duration';
import type { WebhookEvent } from '@helioport/domain/webhooks';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../seed/make.ts';
import { seedMenus } from '../../seed/menus.ts';
import { freshDatabase, type TestDatabase } from '../../test/harness.ts';
import { inTransaction } from '../platform/db.ts';
import { createLog } from '../platform/log.ts';
import { listOfNetworks, signatureOf } from '../platform/webhook.ts';
import { createWebhook, deleteOldDeliveries, FAILURES_MAX } from '../repositories/webhooks.ts';
import { callWebhooks } from './callWebhooks.ts';

const NOON = Date.UTC(2026, 5, 21, 12);

let database: TestDatabase;
let ids: { site: number; device: number; owner: number };
let url: string;
let answers: number[] = [];
const received: { body: string; headers: http.IncomingHttpHeaders }[] = [];
const receiver = http.createServer((request, response) => {
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.on('end', () => {
    received.push({ body: Buffer.concat(pieces).toString(), headers: request.headers });
    response.writeHead(answers.shift() ?? 200).end('x'.repeat(3000));
  });
});

beforeAll(async () => {
  database = await freshDatabase();
  ids = await inTransaction(database.db, 'write', async (tx) => {
    await seedMenus(tx);
    const { id: owner } = await makeUser(tx, { email: 'owner@make.test' });
    const { id: site } = await makeSite(tx, { ownerId: owner, name: 'Barn' });
    const { id: device } = await makeDevice(tx, site, { alias: 'South' });
    return { site, device, owner };
  });
  await new Promise<void>((resolve) => {
    receiver.listen(0, '127.0.0.1', resolve);
  });
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
});
afterAll(async () => {
  receiver.close();
  await database.close();
});
afterEach(async () => {
  for (const table of ['alarm', 'finding', 'webhooks', 'mails'])
    await sql`delete from ${sql.table(table)}`.execute(database.db);
  await sql`update sites set owner_id = ${ids.owner}`.execute(database.db);
  received.length = 0;
  answers = [];
});

const raise = async (kind: string, at: number) =>
  (
    await sql<{ id: number }>`
      insert into alarm (site_id, kind, device_id, device_ids, addrs, begun_at, raised_at, revised_at)
      values (${ids.site}, ${kind}, ${ids.device}, array[${ids.device}::bigint], '{}', ${new Date(at)}, ${new Date(at)},
        ${new Date(at)}) returning id`.execute(database.db)
  ).rows[0]!.id;
const end = (id: number, at: number) =>
  sql`update alarm set ended_at = ${new Date(at)}, ended = 'over', is_active = false where id = ${id}`.execute(
    database.db,
  );
const find = async (at: number) =>
  (
    await sql<{ id: number }>`
      insert into finding (site_id, key, scope, device_id, device_ids, addrs, cause, confidence, probability, is_fault,
        since_at, detected_at, lost_wh, evidence, last_day, run)
      values (${ids.site}, 'k', 'device', ${ids.device}, array[${ids.device}::bigint], array[1::smallint], 'soiling', 'likely', 0.8, true,
        ${new Date(at - 24 * HOUR_MS)}, ${new Date(at)}, 1200, '[]', '2026-06-20', 1) returning id`.execute(
      database.db,
    )
  ).rows[0]!.id;
const hookFor = (events: readonly WebhookEvent[], now = NOON - HOUR_MS) =>
  inTransaction(database.db, 'write', (tx) =>
    createWebhook(tx, { siteId: ids.site, url, events, userId: ids.owner, now }),
  );
const listed = listOfNetworks(['127.0.0.1']);
const run = (
  at: number,
  allowsPrivateHooks: Parameters<typeof callWebhooks>[0]['allowsPrivateHooks'] = listed,
) =>
  callWebhooks(
    {
      db: database.db,
      log: createLog('silent'),
      publicUrl: 'https://portal.test',
      allowsPrivateHooks,
      clock: () => at,
    },
    () => false,
  );
const log = async () =>
  (
    await sql<Record<string, unknown>>`
      select event, status, duration_ms, answer, error, attempts, delivered_at, due_at from webhook_deliveries order by id`.execute(
      database.db,
    )
  ).rows;
const hooks = async () =>
  (await sql<Record<string, unknown>>`select paused, failures from webhooks order by id`.execute(database.db))
    .rows;

describe('webhooks of a plant', () => {
  it('send an alarm and its end once, signed, with the start of the response in the log', async () => {
    const { secret } = await hookFor(['alarm.opened', 'alarm.closed']);
    const id = await raise('makesNothing', NOON);
    expect(await run(NOON)).toBe(1);
    expect(await run(NOON + MINUTE_MS)).toBe(0);
    const [{ body, headers }] = received as [(typeof received)[0]];
    expect(headers['helioport-signature']).toBe(signatureOf(body, secret, NOON));
    const sent = JSON.parse(body);
    expect(sent).toMatchObject({
      version: 1,
      id: headers['helioport-id'],
      event: 'alarm.opened',
      at: NOON,
      plant: { name: 'Barn' },
      alarm: { id, kind: 'makesNothing', title: 'Device not producing', closedAt: null },
      url: `https://portal.test/devices/alarms?id=${id}`,
    });
    const guide = fs.readFileSync(new URL('../../../docs/guides/webhooks.md', import.meta.url), 'utf8');
    const example = JSON.parse(/```json\n([\s\S]*?)```/.exec(guide)![1]!);
    for (const part of [(document: typeof example) => document, ({ alarm }: typeof example) => alarm])
      expect(Object.keys(part(sent))).toEqual(Object.keys(part(example)));
    const [line] = await log();
    expect(line).toMatchObject({ event: 'alarm.opened', status: 200, error: '', attempts: 1, due_at: null });
    expect(line?.answer).toBe('x'.repeat(1024));
    await end(id, NOON + HOUR_MS);
    expect(await run(NOON + HOUR_MS)).toBe(1);
    expect(JSON.parse(received[1]!.body)).toMatchObject({
      event: 'alarm.closed',
      alarm: { closedAt: NOON + HOUR_MS },
    });
  });

  it('send only chosen events, and none from before they existed', async () => {
    await raise('makesNothing', NOON - 2 * HOUR_MS);
    await hookFor(['device.offline', 'device.online']);
    const id = await raise('silent', NOON);
    await run(NOON + MINUTE_MS);
    await end(id, NOON + HOUR_MS);
    await run(NOON + HOUR_MS);
    expect(received.map(({ body }) => JSON.parse(body).event)).toEqual(['device.offline', 'device.online']);
  });

  it('send findings', async () => {
    await hookFor(['finding.opened', 'finding.closed']);
    const id = await find(NOON);
    await run(NOON);
    await sql`update finding set until_at = ${new Date(NOON + HOUR_MS)}`.execute(database.db);
    await run(NOON + 2 * HOUR_MS);
    expect(received.map(({ body }) => JSON.parse(body))).toMatchObject([
      { event: 'finding.opened', finding: { id, cause: 'soiling', lostKwh: 1.2, until: null } },
      { event: 'finding.closed', finding: { id } },
    ]);
  });

  it('are tried again with the same bytes, and paused after too many failures', async () => {
    await hookFor(['alarm.opened']);
    answers = [500];
    await raise('makesNothing', NOON);
    expect(await run(NOON)).toBe(0);
    expect(await log()).toMatchObject([
      { status: 500, error: 'answered 500', due_at: new Date(NOON + MINUTE_MS), attempts: 1 },
    ]);
    expect(await run(NOON + MINUTE_MS)).toBe(1);
    expect(received[0]!.body).toBe(received[1]!.body);
    expect(await hooks()).toEqual([{ paused: null, failures: 0 }]);

    await sql`update webhooks set failures = ${FAILURES_MAX - 1}`.execute(database.db);
    answers = [500];
    await raise('0040', NOON + HOUR_MS);
    await run(NOON + HOUR_MS);
    expect(await hooks()).toEqual([{ paused: 'failures', failures: FAILURES_MAX }]);
    expect((await log())[1]).toMatchObject({ due_at: null });
    expect(await run(NOON + 2 * HOUR_MS)).toBe(0);
    const { rows: mails } = await sql<{ recipient: string; subject: string; text: string }>`
      select recipient, subject, body_text as text from mails where kind = 'webhookPaused'`.execute(
      database.db,
    );
    expect(mails).toMatchObject([{ recipient: 'owner@make.test', subject: 'Webhook of Barn paused' }]);
    expect(mails[0]!.text).toContain(`no longer sends events of the plant Barn to ${new URL(url).host}`);
    expect(mails[0]!.text).toContain('/pvPlant/connect?id=');
    // The address can contain a secret.
    expect(mails[0]!.text).not.toContain('/hook');
  });

  it('end with the access of the user who created them', async () => {
    await hookFor(['alarm.opened']);
    answers = [500];
    await raise('makesNothing', NOON);
    await run(NOON);
    await sql`update sites set owner_id = null`.execute(database.db);
    expect(await run(NOON + MINUTE_MS)).toBe(0);
    expect(received).toHaveLength(1);
    expect(await hooks()).toMatchObject([{ paused: 'access' }]);
    expect((await sql`select 1 from mails`.execute(database.db)).rows).toEqual([]);
    await raise('0040', NOON + HOUR_MS);
    await run(NOON + HOUR_MS);
    expect(received).toHaveLength(1);
  });

  it('do not reach the network of the portal, and read no response of hosts that are not listed', async () => {
    await hookFor(['alarm.opened']);
    await raise('makesNothing', NOON);
    await run(NOON, false);
    expect(received).toHaveLength(0);
    expect(await log()).toMatchObject([
      {
        status: null,
        duration_ms: null,
        answer: '',
        error: 'The address does not respond or is not a public address.',
      },
    ]);
    expect(await run(NOON + MINUTE_MS, true)).toBe(1);
    expect(await log()).toMatchObject([{ status: 200, answer: '' }]);
  });

  it('keep their log for 30 days', async () => {
    await hookFor(['alarm.opened']);
    await raise('makesNothing', NOON);
    await run(NOON);
    expect(await deleteOldDeliveries(database.db, NOON + 29 * 24 * HOUR_MS)).toBe(0);
    expect(await deleteOldDeliveries(database.db, NOON + 31 * 24 * HOUR_MS)).toBe(1);
  });
});
