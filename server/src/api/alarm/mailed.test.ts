import { alarm } from '@helioport/contract/alarm';
import { failures } from '@helioport/contract/failures';
import { DAY_MS } from '@helioport/domain/duration';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../seed/make.ts';
import { seedMenus } from '../../../seed/menus.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { notifyAlarms } from '../../jobs/notifyAlarms.ts';
import { inTransaction } from '../../platform/db.ts';
import { createLog } from '../../platform/log.ts';
import { muteSite, noticeSettingsOf, setNoticeSettings } from '../../repositories/notices.ts';
import { shareSite } from '../../repositories/shares.ts';

let app: TestApp;
let ids: { site: number; device: number; owner: number; friend: number; reader: number };
let alarmId: number;

beforeAll(async () => {
  app = await startTestApp();
  ids = await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    const { id: owner } = await makeUser(tx, { email: 'owner@mailed.test' });
    const { id: friend } = await makeUser(tx, { email: 'friend@mailed.test' });
    const { id: reader } = await makeUser(tx, { email: 'reader@mailed.test' });
    const { id: site } = await makeSite(tx, { ownerId: owner, name: 'Barn' });
    await shareSite(tx, site, friend, true);
    await shareSite(tx, site, reader, false);
    for (const userId of [friend, reader])
      await setNoticeSettings(tx, userId, { ...(await noticeSettingsOf(tx, userId)), ofOthers: true });
    const { id: device } = await makeDevice(tx, site, { alias: 'South' });
    await sql`update users set language_code = 1 where id = ${owner}`.execute(tx);
    return { site, device, owner, friend, reader };
  });
});
afterAll(() => app.close());

beforeEach(async () => {
  const { db } = app.database;
  for (const table of ['alarm', 'mails']) await sql`delete from ${sql.table(table)}`.execute(db);
  const at = new Date(app.now());
  const { rows } = await sql<{ id: number }>`
    insert into alarm (site_id, kind, device_id, device_ids, addrs, begun_at, raised_at, revised_at)
    values (${ids.site}, 'makesNothing', ${ids.device}, array[${ids.device}::bigint], '{}', ${at}, ${at}, ${at}) returning id`.execute(
    db,
  );
  alarmId = rows[0]!.id;
  await notifyAlarms(
    {
      db,
      log: createLog('silent'),
      publicUrl: 'https://portal.test',
      allowsPrivateHooks: false,
      smtp: undefined,
      clock: app.now,
    },
    () => false,
  );
});

/** The acknowledgment links in a user's email. */
async function linksTo(who: string): Promise<URL[]> {
  const { rows } = await sql<{ text: string }>`
    select body_text as text from mails where recipient = ${`${who}@mailed.test`}`.execute(app.database.db);
  return [...(rows[0]?.text ?? '').matchAll(/https:\S+\/acknowledge\?\S+/g)].map(([url]) => new URL(url));
}
const tokenOf = async (who: string) => (await linksTo(who))[0]!.searchParams.get('token')!;
const codeOf = async (token: string, endpoint: { path: string } = alarm.mailedAcknowledge) =>
  (await app.anonymous.send(endpoint.path, { token })).envelope.code;
const stateOf = async () =>
  (
    await sql<{ by: number | null; steps: string[] }>`
      select a.acknowledged_by as by,
        array(select s.step || ' ' || s.user_id from alarm_step s where s.alarm_id = a.id) as steps
      from alarm a where a.id = ${alarmId}`.execute(app.database.db)
  ).rows[0];

describe('v2/alarm/mailed', () => {
  it('shows the alarm in the language of the reader and changes nothing', async () => {
    const [link] = await linksTo('owner');
    expect(link!.searchParams.get('language')).toBe('de');
    expect(await app.anonymous.call(alarm.mailed, { token: await tokenOf('owner') })).toMatchObject({
      siteName: 'Barn',
      title: expect.stringContaining('Gerät ohne Erzeugung'),
      where: expect.stringContaining('South'),
    });
    expect(await stateOf()).toEqual({ by: null, steps: [] });
  });

  it('shows it also to who wants no more mails about the plant', async () => {
    const token = await tokenOf('owner');
    await inTransaction(app.database.db, 'write', (tx) =>
      muteSite(tx, { siteId: ids.site, userId: ids.owner }),
    );
    expect(await codeOf(token, alarm.mailed)).toBe(200);
    await sql`update notice_settings set muted_site_ids = '{}' where user_id = ${ids.owner}`.execute(
      app.database.db,
    );
  });
});

describe('v2/alarm/mailed/acknowledge', () => {
  it('acts once for the person to whom the mail was written, whoever opens it', async () => {
    const [owners, friends] = [await tokenOf('owner'), await tokenOf('friend')];
    await app.anonymous.call(alarm.mailedAcknowledge, { token: friends });
    const acted = { by: ids.friend, steps: [`acknowledged ${ids.friend}`] };
    expect(await stateOf()).toEqual(acted);
    for (const token of [friends, owners]) {
      expect(await codeOf(token)).toBe(failures['alarm.known'].code);
      expect(await codeOf(token, alarm.mailed)).toBe(failures['alarm.known'].code);
    }
    expect(await stateOf()).toEqual(acted);
    const friend = await app.as('friend@mailed.test');
    const { steps } = await friend.call(alarm.detail, { alarmId });
    expect(steps).toMatchObject([{ step: 'acknowledged', who: 'friend@mailed.test', isByPerson: true }]);
  });

  it('of two at once only one acts', async () => {
    const tokens = [await tokenOf('owner'), await tokenOf('friend')];
    const codes = await Promise.all(tokens.map((token) => codeOf(token)));
    expect(new Set(codes)).toEqual(new Set([200, failures['alarm.known'].code]));
    expect((await stateOf())!.steps).toHaveLength(1);
  });

  it('refuses what is made up or sealed for something else', async () => {
    const token = await tokenOf('owner');
    const [site, id, user, at, secret, signature] = token.split('.');
    const { rows } = await sql<{ url: string }>`select unsubscribe_url as url from mails`.execute(
      app.database.db,
    );
    const ending = new URL(rows[0]!.url).searchParams.get('token')!;
    const forged = [
      'x',
      `${token}x`,
      `${site}.${id}.${ids.friend === Number(user) ? ids.owner : ids.friend}.${at}.${secret}.${signature}`,
      `${site}.${id}.${user}.${Number(at) + DAY_MS}.${secret}.${signature}`,
      ending,
      `k${ending.slice(1)}`,
    ];
    for (const one of forged) expect(await codeOf(one)).toBe(failures['link.unknown'].code);
    expect((await stateOf())!.by).toBeNull();
  });

  it('keeps the links of one mail by one secret, which the outbox blots out', async () => {
    const { rows } = await sql<{ text: string; secret: string }>`
      select body_text as text, secret from mails where recipient = 'owner@mailed.test'`.execute(
      app.database.db,
    );
    const { text, secret } = rows[0]!;
    expect(secret).toMatch(/^[\da-f]{24}$/);
    expect(await tokenOf('owner')).toContain(`.${secret}.`);
    expect(await codeOf((await tokenOf('owner')).replace(secret, '0'.repeat(24)))).toBe(
      failures['link.unknown'].code,
    );
    expect(text.split(secret)).toHaveLength(2);
    const friend = await sql<{ secret: string }>`
      select secret from mails where recipient = 'friend@mailed.test'`.execute(app.database.db);
    expect(friend.rows[0]!.secret).not.toBe(secret);
  });

  it('refuses a link that is a week old, of an alarm that came back since, and of one that is over', async () => {
    const token = await tokenOf('owner');
    const { db } = app.database;
    const set = (change: ReturnType<typeof sql>) =>
      sql`update alarm set ${change} where id = ${alarmId}`.execute(db);
    await set(sql`revised_at = ${new Date(app.now() + 1)}`);
    expect(await codeOf(token)).toBe(failures['alarm.linkOld'].code);
    await set(sql`revised_at = raised_at, ended_at = ${new Date(app.now())}, ended = 'over'`);
    expect(await codeOf(token)).toBe(failures['alarm.ended'].code);
    await set(sql`ended_at = null, ended = null`);
    app.setNow(app.now() + 7 * DAY_MS + 1);
    expect(await codeOf(token)).toBe(failures['alarm.linkOld'].code);
    expect((await stateOf())!.by).toBeNull();
  });

  it('is offered and allowed only to who may act on the alarm', async () => {
    expect(await linksTo('reader')).toEqual([]);
    const token = await tokenOf('friend');
    const { db } = app.database;
    await sql`update site_shares set may_edit = false where user_id = ${ids.friend}`.execute(db);
    expect(await codeOf(token)).toBe(failures['site.notEditable'].code);
    await sql`update site_shares set may_edit = true where user_id = ${ids.friend}`.execute(db);
    await sql`update users set is_blocked = true where id = ${ids.friend}`.execute(db);
    expect(await codeOf(token)).toBe(failures['link.unknown'].code);
    await sql`update users set is_blocked = false where id = ${ids.friend}`.execute(db);
    await sql`delete from site_shares where user_id = ${ids.friend}`.execute(db);
    expect(await codeOf(token)).toBe(failures['alarm.unknown'].code);
    expect((await stateOf())!.by).toBeNull();
  });
});
