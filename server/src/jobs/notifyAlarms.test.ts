import { createHmac } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { HOUR_MS, MINUTE_MS } from '@helioport/domain/duration';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeCompany, makeDevice, makeSite, makeUser } from '../../seed/make.ts';
import { seedMenus } from '../../seed/menus.ts';
import { freshDatabase, type TestDatabase } from '../../test/harness.ts';
import { startProcess } from '../../test/processes.ts';
import { newBrowser } from '../../test/pushBrowser.ts';
import { inTransaction } from '../platform/db.ts';
import { createLog } from '../platform/log.ts';
import { endByToken } from '../queries/report/endLink.ts';
import { noticeSettingsOf, setNoticeSettings } from '../repositories/notices.ts';
import { addPushBrowser, pushBrowsersOf } from '../repositories/pushes.ts';
import { reportSettingsOf, setReportSettings } from '../repositories/reportSettings.ts';
import { shareSite } from '../repositories/shares.ts';
import { notifyAlarms } from './notifyAlarms.ts';

/** Two in the afternoon in Berlin. */
const NOON = Date.UTC(2026, 5, 21, 12);

let database: TestDatabase;
let ids: { site: number; device: number; sn: string; owner: number; friend: number };

async function makeWorld(db: TestDatabase['db']) {
  return await inTransaction(db, 'write', async (tx) => {
    await seedMenus(tx);
    const { id: owner } = await makeUser(tx, { email: 'owner@make.test' });
    const { id: friend } = await makeUser(tx, { email: 'friend@make.test' });
    const { id: site } = await makeSite(tx, { ownerId: owner, name: 'Barn <b>' });
    await shareSite(tx, site, friend, true);
    const { id: device, sn } = await makeDevice(tx, site, { alias: 'South' });
    return { site, device, sn, owner, friend };
  });
}
const raise = async (
  db: TestDatabase['db'],
  world: typeof ids,
  kind: string,
  at: number,
  deviceId = world.device,
) =>
  (
    await sql<{ id: number }>`
      insert into alarm (site_id, kind, device_id, device_ids, addrs, begun_at, raised_at, revised_at)
      values (${world.site}, ${kind}, ${kind.length === 4 ? 0 : deviceId}, array[${deviceId}::bigint], '{}', ${new Date(at)},
        ${new Date(at)}, ${new Date(at)}) returning id`.execute(db)
  ).rows[0]!.id;

const received: { body: string; bytes: Buffer; signature: string }[] = [];
let answers: number[] = [];
const receiver = http.createServer((request, response) => {
  const pieces: Buffer[] = [];
  request.on('data', (chunk: Buffer) => pieces.push(chunk));
  request.on('end', () => {
    const bytes = Buffer.concat(pieces);
    received.push({
      bytes,
      body: bytes.toString(),
      signature: String(request.headers['helioport-signature']),
    });
    response.writeHead(answers.shift() ?? 200).end();
  });
});
let hookUrl: string;

beforeAll(async () => {
  database = await freshDatabase();
  ids = await makeWorld(database.db);
  await new Promise<void>((resolve) => {
    receiver.listen(0, '127.0.0.1', resolve);
  });
  hookUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
});
afterAll(async () => {
  receiver.close();
  await database.close();
});
afterEach(async () => {
  for (const table of ['alarm', 'mails', 'notice_settings', 'report_settings'])
    await sql`delete from ${sql.table(table)}`.execute(database.db);
  received.length = 0;
  answers = [];
});

const notify = (at: number, allowsPrivateHooks = true) =>
  notifyAlarms(
    {
      db: database.db,
      log: createLog('silent'),
      publicUrl: 'https://portal.test',
      allowsPrivateHooks,
      smtp: undefined,
      clock: () => at,
    },
    () => false,
  );
const mails = async () =>
  (
    await sql<{ to: string; subject: string; text: string; html: string; endUrl: string }>`
      select split_part(recipient, '@', 1) as to, subject, body_text as text, body_html as html, unsubscribe_url as "endUrl"
      from mails order by id`.execute(database.db)
  ).rows;
const want = (userId: number, change: Partial<Awaited<ReturnType<typeof noticeSettingsOf>>>) =>
  inTransaction(database.db, 'write', async (tx) =>
    setNoticeSettings(tx, userId, { ...(await noticeSettingsOf(tx, userId)), ...change }),
  );

describe('mails', () => {
  it('tell the owner at once of what is grave, once, with what it means and what he can do', async () => {
    const id = await raise(database.db, ids, 'makesNothing', NOON);
    expect(await notify(NOON)).toBe(1);
    expect(await notify(NOON + MINUTE_MS)).toBe(0);
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: 'owner', subject: 'Barn <b>: Device not producing' });
    for (const part of [
      `South (${ids.sn})`,
      'Check that the inverter’s breaker is on.',
      `https://portal.test/devices/alarms?id=${id}`,
    ])
      expect(mail!.text).toContain(part);
    expect(mail!.html).toContain('Barn &#60;b&#62;');
    expect(mail!.html).not.toContain('<b>:');
  });

  it('say once that it is over, to whoever was told of it and to nobody else', async () => {
    const [notified, unknown] = [
      await raise(database.db, ids, 'makesNothing', NOON),
      await raise(database.db, ids, '0040', NOON),
    ];
    await sql`update alarm set is_grouped = true where id = ${unknown}`.execute(database.db);
    await notify(NOON);
    await sql`update alarm set ended_at = ${new Date(NOON + HOUR_MS)}, ended = 'over', is_active = false`.execute(
      database.db,
    );
    expect(await notify(NOON + HOUR_MS)).toBe(1);
    expect(await notify(NOON + 2 * HOUR_MS)).toBe(0);
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      'Barn <b>: Device not producing',
      'Barn <b>: Device not producing (resolved)',
    ]);
    expect((await mails())[1]!.text).toContain('Resolved ');
    // Active again before the end was notified: the user is notified of the new activity, not of the end.
    await sql`update alarm set ended_at = null, ended = null, revision = revision + 1, revised_at = ${new Date(NOON + 3 * HOUR_MS)}
      where id = ${notified}`.execute(database.db);
    expect(await notify(NOON + 3 * HOUR_MS)).toBe(1);
    await sql`update alarm set ended_at = ${new Date(NOON + 4 * HOUR_MS)}, ended = 'byHand' where id = ${notified}`.execute(
      database.db,
    );
    expect(await notify(NOON + 4 * HOUR_MS)).toBe(0);
  });

  it('come again every hour to who wants them so, until somebody takes it up', async () => {
    const order = (alertHourly: boolean) =>
      inTransaction(database.db, 'write', async (tx) => {
        const whose = { siteId: ids.site, userId: ids.owner };
        await setReportSettings(tx, whose, {
          ...(await reportSettingsOf(tx, whose)),
          alertHourly,
          now: NOON,
        });
      });
    await raise(database.db, ids, 'makesNothing', NOON);
    await raise(database.db, ids, 'modulesMakeNothing', NOON);
    expect(await notify(NOON)).toBe(1);
    expect(await notify(NOON + HOUR_MS)).toBe(0);
    await order(true);
    expect(await notify(NOON + HOUR_MS + MINUTE_MS)).toBe(1);
    expect(await notify(NOON + HOUR_MS + 2 * MINUTE_MS)).toBe(0);
    expect(await notify(NOON + 2 * HOUR_MS + MINUTE_MS)).toBe(1);
    // Includes immediate notifications only; the morning digest is sent in the morning.
    expect(new Set((await mails()).map(({ subject }) => subject))).toEqual(
      new Set(['Barn <b>: Device not producing']),
    );
    await sql`update alarm set acknowledged_at = ${new Date(NOON)}`.execute(database.db);
    expect(await notify(NOON + 4 * HOUR_MS)).toBe(0);
  });

  it('say what it has cost so far, by what its siblings made', async () => {
    const { id: good } = await inTransaction(database.db, 'write', (tx) => makeDevice(tx, ids.site));
    for (const [device, wh] of [
      [good, 4000],
      [ids.device, 0],
    ])
      for (const day of ['2026-06-19', '2026-06-20'])
        await sql`
          insert into device_day (site_id, device_id, day, kind, energy_wh, out_wh, peak_w, samples, first_at, first, opening,
            closing_at, closing)
          values (${ids.site}, ${device}, ${day}, 0, ${wh}, null, 0, 10, now(), '{}', '{}', now(), '{}')`.execute(
          database.db,
        );
    await sql`update sites set electricity_price = 0.25, currency = 'EUR' where id = ${ids.site}`.execute(
      database.db,
    );
    const id = await raise(database.db, ids, 'makesNothing', NOON);
    await sql`update alarm set since_day = '2026-06-20' where id = ${id}`.execute(database.db);
    await notify(NOON);
    expect((await mails())[0]!.text).toMatch(/Energy lost to date: 4(\.0+)?\skWh \(€1\.00\)\./);
    await sql`delete from device_day`.execute(database.db);
    await sql`delete from devices where id = ${good}`.execute(database.db);
  });

  it('gather what is minor in the morning, one mail for a plant', async () => {
    const second = await inTransaction(database.db, 'write', (tx) => makeDevice(tx, ids.site));
    await raise(database.db, ids, 'modulesMakeNothing', NOON);
    await raise(database.db, ids, 'modulesMakeNothing', NOON, second.id);
    expect(await notify(NOON)).toBe(0);
    expect(await notify(NOON + 17 * HOUR_MS)).toBe(0);
    expect(await notify(NOON + 18 * HOUR_MS)).toBe(1);
    expect((await mails()).map(({ subject }) => subject)).toEqual(['Barn <b>: No module output +1']);
  });

  it('keep quiet hours and the alert window of the plant, but not with danger', async () => {
    await want(ids.owner, { quietFrom: 13, quietTo: 15 });
    await inTransaction(database.db, 'write', (tx) =>
      setReportSettings(
        tx,
        { siteId: ids.site, userId: ids.owner },
        {
          daily: false,
          weekly: false,
          monthly: false,
          yearly: false,
          languageCode: null,
          withPdf: false,
          alertHourly: false,
          alertTime: true,
          alertStart: 16,
          alertEnd: 17,
          now: NOON,
        },
      ),
    );
    await raise(database.db, ids, '0800', NOON);
    await raise(database.db, ids, '2000', NOON);
    expect(await notify(NOON)).toBe(1);
    expect(await notify(NOON + HOUR_MS)).toBe(0);
    expect(await notify(NOON + 2 * HOUR_MS)).toBe(1);
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      'Barn <b>: GFDI fault indicator',
      'Barn <b>: Temperature over',
    ]);
  });

  it('say nothing of what has passed, was taken up or folded, and of a silence only after it has settled', async () => {
    await want(ids.owner, { quietFrom: 13, quietTo: 15 });
    const [over, seen, grouped] = [
      await raise(database.db, ids, '0800', NOON),
      await raise(database.db, ids, '0200', NOON),
      await raise(database.db, ids, '0400', NOON),
    ];
    await notify(NOON);
    await sql`update alarm set ended_at = now(), ended = 'over' where id = ${over}`.execute(database.db);
    await sql`update alarm set acknowledged_at = now() where id = ${seen}`.execute(database.db);
    await sql`update alarm set is_grouped = true where id = ${grouped}`.execute(database.db);
    expect(await notify(NOON + 3 * HOUR_MS)).toBe(0);
    await raise(database.db, ids, 'plantSilent', NOON + 3 * HOUR_MS);
    expect(await notify(NOON + 3 * HOUR_MS)).toBe(0);
    expect(await notify(NOON + 3 * HOUR_MS + 16 * MINUTE_MS)).toBe(1);
    expect(await mails()).toHaveLength(1);
  });

  it('tell again of what comes back or reaches further', async () => {
    const id = await raise(database.db, ids, 'makesNothing', NOON);
    await notify(NOON);
    await sql`update alarm set revision = 2, revised_at = ${new Date(NOON + HOUR_MS)} where id = ${id}`.execute(
      database.db,
    );
    expect(await notify(NOON + HOUR_MS)).toBe(1);
  });

  it('go to others only where they want them, as long as they see the plant', async () => {
    await want(ids.friend, { ofOthers: true });
    await raise(database.db, ids, 'makesNothing', NOON);
    expect(await notify(NOON)).toBe(2);
    expect((await mails()).map(({ to }) => to).sort()).toEqual(['friend', 'owner']);
    await sql`update users set is_blocked = true where id = ${ids.friend}`.execute(database.db);
    await raise(database.db, ids, '0800', NOON);
    expect(await notify(NOON + MINUTE_MS)).toBe(1);
    await sql`update users set is_blocked = false where id = ${ids.friend}`.execute(database.db);
  });

  it('go to the installer of a plant unless they do not want them, minor ones only where they ask for them', async () => {
    const { companyId, installer } = await inTransaction(database.db, 'write', async (tx) => {
      const made = await makeCompany(tx);
      const person = { email: 'installer@make.test', group: 'installer', companyId: made } as const;
      return { companyId: made, installer: (await makeUser(tx, person)).id };
    });
    await sql`
      update sites set installer_id = ${installer}, company_id = ${companyId} where id = ${ids.site}`.execute(
      database.db,
    );
    const settings = () => inTransaction(database.db, 'read', (tx) => noticeSettingsOf(tx, installer));
    expect(await settings()).toMatchObject({ critical: 'now', major: 'now', minor: 'off', ofOthers: true });
    await raise(database.db, ids, 'makesNothing', NOON);
    expect(await notify(NOON)).toBe(2);
    expect((await mails()).map(({ to }) => to).sort()).toEqual(['installer', 'owner']);
    // A minor one waits for the owner's morning and never comes to the installer.
    await raise(database.db, ids, 'modulesMakeNothing', NOON);
    await notify(NOON);
    const { rows } = await sql<{ isOwner: boolean; isDue: boolean }>`
      select t.user_id = ${ids.owner} as "isOwner", t.due_at is not null as "isDue" from alarm_notice t
      join alarm a on a.site_id = t.site_id and a.id = t.alarm_id where a.kind = 'modulesMakeNothing'
      order by 1`.execute(database.db);
    expect(rows).toEqual([
      { isOwner: false, isDue: false },
      { isOwner: true, isDue: true },
    ]);
    await want(installer, { ofOthers: false });
    await raise(database.db, ids, '0800', NOON);
    expect(await notify(NOON + MINUTE_MS)).toBe(1);
    await sql`update sites set installer_id = null, company_id = null where id = ${ids.site}`.execute(
      database.db,
    );
  });

  it('end by their link, for this plant', async () => {
    await raise(database.db, ids, 'makesNothing', NOON);
    await notify(NOON);
    const token = new URL((await mails())[0]!.endUrl).searchParams.get('token')!;
    const end = (one: string) => inTransaction(database.db, 'write', (tx) => endByToken(tx, one));
    expect(await end(token.slice(1))).toBeUndefined();
    expect(await end(token)).toEqual({ siteName: 'Barn <b>', what: 'alarms' });
    expect(await end(token)).toEqual({ siteName: 'Barn <b>', what: 'alarms' });
    await raise(database.db, ids, '0800', NOON);
    expect(await notify(NOON + MINUTE_MS)).toBe(0);
    expect(await mails()).toHaveLength(1);
  });
});

describe('browsers', () => {
  it('are told in the language of their person, once, and forgotten when they are gone', async () => {
    const browser = newBrowser(hookUrl);
    await sql`update users set language_code = 1 where id = ${ids.owner}`.execute(database.db);
    await inTransaction(database.db, 'write', (tx) =>
      addPushBrowser(tx, ids.owner, { ...browser.keys, userAgent: '', at: new Date(NOON) }),
    );
    await want(ids.owner, { major: 'now' });
    const id = await raise(database.db, ids, 'makesNothing', NOON);
    expect(await notify(NOON)).toBe(2);
    expect(await notify(NOON + MINUTE_MS)).toBe(0);
    expect(received.map(({ bytes }) => browser.open(bytes))).toEqual([
      {
        title: 'Barn <b>',
        body: expect.stringContaining('Gerät ohne Erzeugung'),
        lang: 'de-DE',
        path: `/devices/alarms?id=${id}`,
        tag: `alarm-${id}`,
      },
    ]);
    answers = [410];
    await raise(database.db, ids, '0800', NOON + HOUR_MS);
    await notify(NOON + HOUR_MS);
    expect(await pushBrowsersOf(database.db, ids.owner)).toEqual([]);
    await sql`update users set language_code = 6 where id = ${ids.owner}`.execute(database.db);
  });
});

describe('webhooks', () => {
  it('are called once, signed, and again when it is over', async () => {
    await want(ids.owner, { webhookUrl: hookUrl, webhookSecret: 'key', major: 'now' });
    const id = await raise(database.db, ids, 'makesNothing', NOON);
    expect(await notify(NOON)).toBe(2);
    expect(await notify(NOON)).toBe(0);
    const [{ body, signature } = { body: '', signature: '' }] = received;
    expect(JSON.parse(body)).toMatchObject({
      event: 'alarm',
      siteName: 'Barn <b>',
      alarm: { alarmId: id, key: 'makesNothing', state: 'open', sns: [ids.sn] },
    });
    const sum = createHmac('sha256', 'key')
      .update(`${NOON / 1000}.${body}`)
      .digest('hex');
    expect(signature).toBe(`t=${NOON / 1000},v1=${sum}`);
    await sql`update alarm set ended_at = ${new Date(NOON)}, ended = 'recovered'`.execute(database.db);
    expect(await notify(NOON + MINUTE_MS)).toBe(2);
    expect(JSON.parse(received[1]!.body)).toMatchObject({
      event: 'alarm.over',
      alarm: { state: 'recovered' },
    });
  });

  it('are tried again later and later, and given up where everybody can see it', async () => {
    await want(ids.owner, { webhookUrl: hookUrl, webhookSecret: 'key' });
    await raise(database.db, ids, 'makesNothing', NOON);
    answers = Array<number>(8).fill(500);
    let at = NOON;
    await notify(at);
    for (const pause of [1, 5, 15, 60, 180, 360, 720]) {
      await notify(at + pause * MINUTE_MS - 1);
      at += pause * MINUTE_MS;
      await notify(at);
    }
    expect(received).toHaveLength(8);
    await notify(at + 24 * HOUR_MS);
    expect(received).toHaveLength(8);
    const { rows } = await sql`
      select attempts, last_error as error, due_at as due from alarm_notice where channel = 'webhook'`.execute(
      database.db,
    );
    expect(rows).toEqual([{ attempts: 8, error: 'answered 500', due: null }]);
  });

  it('do not lead into the own network unless the operator allows it', async () => {
    await want(ids.owner, { webhookUrl: hookUrl, webhookSecret: 'key' });
    await raise(database.db, ids, 'makesNothing', NOON);
    await notify(NOON, false);
    expect(received).toEqual([]);
  });
});

it('two processes and one that starts anew tell once', { timeout: 120_000 }, async () => {
  const own = await freshDatabase();
  const env = { DATABASE_URL: own.url, PARTS: 'jobs', WEBHOOK_PRIVATE: 'on' };
  const world = await makeWorld(own.db);
  await inTransaction(own.db, 'write', async (tx) =>
    setNoticeSettings(tx, world.owner, {
      ...(await noticeSettingsOf(tx, world.owner)),
      webhookUrl: hookUrl,
      webhookSecret: 'key',
    }),
  );
  // Raised by a device without further readings, so nothing ends them meanwhile.
  await sql`
    insert into latest (site_id, device_id, at, status_bits) values (${world.site}, ${world.device}, now(), ${0x2800})`.execute(
    own.db,
  );
  for (const kind of ['2000', '0800']) await raise(own.db, world, kind, Date.now());
  const counts = async () => ({
    mails: (await sql<{ n: number }>`select count(*) as n from mails`.execute(own.db)).rows[0]!.n,
    hooks: received.length,
  });
  const hurry = () =>
    sql`select graphile_worker.add_job('notify_alarms') from generate_series(1, 6)`.execute(own.db);
  const left = async () =>
    (
      await sql<{ n: number }>`
        select count(*) as n from graphile_worker.jobs where task_identifier = 'notify_alarms'`.execute(
        own.db,
      )
    ).rows[0]!.n;
  const both = await Promise.all([startProcess(env), startProcess(env)]);
  try {
    await hurry();
    await expect.poll(left, { timeout: 60_000 }).toBe(0);
    expect(await counts()).toEqual({ mails: 1, hooks: 2 });
    await both[0].kill('SIGKILL');
    both[0] = await startProcess(env);
    await hurry();
    await expect.poll(left, { timeout: 60_000 }).toBe(0);
    expect(await counts()).toEqual({ mails: 1, hooks: 2 });
  } finally {
    await Promise.all(both.map((one) => one.kill()));
    await own.close();
  }
});
