import { account } from '@helioport/contract/account';
import { auth } from '@helioport/contract/auth';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '../../seed/demo.ts';
import { GROUPS } from '../../seed/menus.ts';
import { addressOf, type Office, startOffice } from '../../test/office.ts';
import { createLog } from '../platform/log.ts';
import { type Listener, listen } from '../platform/notifications.ts';
import { RIGHTS, rightsChangeOf } from '../repositories/rights.ts';
import { addLiveFeed } from './liveFeed.ts';

let office: Office;
let url: string;
let rights: Listener;
let announce: (siteIds: readonly number[]) => void;

beforeAll(async () => {
  office = await startOffice();
  const { app } = office;
  const feed = addLiveFeed(app.http, {
    db: app.database.db,
    clock: () => app.now(),
    subscribe: (listener) => {
      announce = listener;
      return () => undefined;
    },
  });
  rights = listen(app.database.url, RIGHTS, createLog('silent'), {
    onNotification: (payload) => feed.sendRights(rightsChangeOf(payload)),
    onGap: () => feed.sendRights('all'),
  });
  url = await app.http.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await rights.close();
  await office.close();
});

type GroupKey = Parameters<Office['as']>[0];

/** An open stream; `received` returns the events to date, `untilReceived` waits for a text in them. */
async function open(group: GroupKey) {
  const { tokenInfo } = await office.app.anonymous.call(account.signIn, {
    account: addressOf(group),
    password: DEMO_PASSWORD,
  });
  const stop = new AbortController();
  const response = await fetch(`${url}/live`, {
    headers: { authorization: tokenInfo.token },
    signal: stop.signal,
  });
  let text = '';
  let hasEnded = false;
  const reading = (async () => {
    for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString();
  })().catch(() => undefined);
  void reading.then(() => {
    hasEnded = true;
  });
  const until = async (isSo: () => boolean) => {
    await expect.poll(isSo).toBe(true);
  };
  return {
    status: response.status,
    token: tokenInfo.token,
    received: () => text,
    untilReceived: (part: string) => until(() => text.includes(part)),
    untilEnded: () => until(() => hasEnded),
    stop: () => stop.abort(),
  };
}

const pass = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('/live', () => {
  it('tells the holders of a role that their rights changed, and nobody else', async () => {
    const [installer, dealer] = [await open('installer'), await open('dealer')];
    const admin = await office.as('administrator');
    const { granted } = await admin.call(auth.roleMenuChoices, { role_id: GROUPS.installer });
    const button = await office.menu('user.delete');
    await admin.call(auth.roleMenuDistribution, {
      role_id: GROUPS.installer,
      menu_ids: granted.filter((id) => id !== button),
    });
    await installer.untilReceived('event: rights\ndata: {}\n\n');
    await pass(1200);
    expect(dealer.received()).not.toContain('rights');
    installer.stop();
    dealer.stop();
  });

  it('tells nobody of a change that was refused', async () => {
    const dealer = await open('dealer');
    const admin = await office.as('administrator');
    await admin.send(auth.roleUpdate.path, { id: GROUPS.dealer, name: 'Installer' });
    await pass(1500);
    expect(dealer.received()).not.toContain('rights');
    dealer.stop();
  });

  it('tells an administrator who begins to look through the eyes of a role, and again when he ends it', async () => {
    const admin = await open('administrator');
    const caller = office.app.withToken(admin.token);
    await caller.call(auth.roleViewAs, { role_id: GROUPS.endUser });
    await admin.untilReceived('event: rights');
    await caller.call(auth.roleViewAsEnd);
    await admin.untilReceived('event: rights\ndata: {}\n\nevent: rights');
    admin.stop();
  });

  it('ends with its session', async () => {
    const owner = await open('endUser');
    await office.app.withToken(owner.token).call(account.loginOut);
    await owner.untilEnded();
  });

  it('names to each page the plants that it may see, as they stand now', async () => {
    const { db } = office.app.database;
    const [installer, admin] = [await open('installer'), await open('administrator')];
    const { rows } = await sql<{ id: number; sid: string }>`
      insert into sites (sid, name, company_id) select 'DE_20260101_liv' || k, 'Live ' || k,
        (select u.company_id from users u where u.email = ${addressOf('installer')} and k = 1)
      from generate_series(1, 2) k returning id, sid`.execute(db);
    const [his, ownerless] = [rows[0]!, rows[1]!];
    announce(rows.map(({ id }) => id));
    await installer.untilReceived(his.sid);
    await admin.untilReceived(ownerless.sid);
    expect(installer.received()).not.toContain(ownerless.sid);

    await sql`update sites set company_id = null where id = ${his.id}`.execute(db);
    const before = installer.received();
    const adminBefore = admin.received().length;
    announce([his.id]);
    for (let i = 0; i < 50 && admin.received().length === adminBefore; i++) await pass(100);
    expect(admin.received().slice(adminBefore)).toContain(his.sid);
    expect(installer.received()).toBe(before);
    installer.stop();
    admin.stop();
  });

  it('gives one session twelve streams and no more, and another when one is closed', async () => {
    const { token, stop } = await open('dealer');
    const more = new AbortController();
    const join = (signal: AbortSignal) => fetch(`${url}/live`, { headers: { authorization: token }, signal });
    const joined = await Promise.all(Array.from({ length: 12 }, () => join(more.signal)));
    expect(joined.map(({ status }) => status).sort()).toEqual([...Array<number>(11).fill(200), 429]);
    stop();
    const again = new AbortController();
    let status = 429;
    for (let i = 0; i < 50 && status === 429; i++) {
      await pass(50);
      ({ status } = await join(again.signal));
    }
    expect(status).toBe(200);
    more.abort();
    again.abort();
  });

  it('makes its connection to the database again when it breaks, and then tells everybody', async () => {
    const dealer = await open('dealer');
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'helioport-rights' and datname = current_database()`.execute(
      office.app.database.db,
    );
    await dealer.untilReceived('event: rights');
    expect(rights.isConnected()).toBe(true);
    dealer.stop();
  });

  it('is closed to strangers', async () => {
    expect((await fetch(`${url}/live`)).status).toBe(401);
  });
});
