// Demo data with readings, a session for every user, and bodies that fit all calls.
import { inspect } from 'node:util';

import { account } from '@helioport/contract/account';
import { alarm } from '@helioport/contract/alarm';
import { device } from '@helioport/contract/device';
import type { Endpoint } from '@helioport/contract/endpoint';
import { site } from '@helioport/contract/site';
import {
  type DeviceKind,
  deviceKindNamed,
  hasStorage,
  hasStrings,
  isComposite,
  isGateway,
} from '@helioport/domain/deviceKinds';
import { sql } from 'kysely';
import { z } from 'zod';
import { seedDemo } from '../../seed/demo.ts';
import { GROUPS, seedMenus } from '../../seed/menus.ts';
import type { MenuSeed } from '../../seed/menuTree.ts';
import type { Fulfilled } from '../../src/access/handler.ts';
import { inTransaction } from '../../src/platform/db.ts';
import { newToken } from '../../src/platform/token.ts';
import { acknowledgeUrlOf, newMailSecret } from '../../src/queries/alarm/acknowledgeLink.ts';
import { createMailLink } from '../../src/repositories/mailLinks.ts';
import { createSession } from '../../src/repositories/sessions.ts';
import { offerSite } from '../../src/repositories/siteOffers.ts';
import { workersOfTests } from '../cluster.ts';
import { WORLD_TEMPLATE } from '../globalSetup.ts';
import { type Caller, makeTemplateOnce, startTestApp, TEST_NOW, type TestApp } from '../harness.ts';
import { addFindings, type Filled, raiseAlarms, storeSunnyDays, writeHistoryFiles } from './worldData.ts';

export type Role = MenuSeed['groups'][number];

/** The address of one person per role. */
export const people: Readonly<Record<Role, string>> = {
  administrator: 'admin@demo.test',
  distributor: 'distributor@demo.test',
  dealer: 'dealer@demo.test',
  installer: 'installer@demo.test',
  support: 'support@demo.test',
  endUser: 'owner@demo.test',
};
export const roles = Object.keys(people) as Role[];

/** A plant, one of its devices, its owner, its company and an alarm of it: what a body can name. */
export interface Ids {
  sid: string;
  sn: string;
  uid: string;
  companyId: number;
  alarmId: number;
}

export interface World {
  app: TestApp;
  /** The calls that the running API answers. */
  endpoints: readonly Endpoint[];
  /** A new session of a user, without the cost of a password check. */
  sessionOf(email: string): Promise<Caller>;
  /** IDs visible to the user with this email address, plants with readings first. */
  idsOf(email: string): Promise<Ids[]>;
  /**
   * Tokens required by calls, by path: of a public page, of a plant offered to the administrator, and of an email to an
   * owner about an alarm.
   */
  tokens: Readonly<Record<string, string>>;
  /** The device that calls are about which are not about any, by the beginning of their paths. */
  composites: Readonly<Record<string, { sn: string; sid?: string }>>;
  close(): Promise<void>;
}

async function fillWorld(filled: Filled): Promise<void> {
  await inTransaction(filled.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    await seedDemo(tx, filled.now());
  });
  await storeSunnyDays(filled);
  await raiseAlarms(filled);
  await addFindings(filled);
  await writeHistoryFiles(filled, Object.values(people));
}

/** Starts the API on the demo data; `planted` handlers replace those of the product. */
export async function startWorld(options: { planted?: readonly Fulfilled[] } = {}): Promise<World> {
  // The store of a cluster is spread before it is filled.
  const isCopied = workersOfTests().length === 0;
  if (isCopied)
    await makeTemplateOnce(WORLD_TEMPLATE, (database) => fillWorld({ database, now: () => TEST_NOW }));
  const app = await startTestApp({
    env: { DEMO: 'on' },
    ...(isCopied && { template: WORLD_TEMPLATE }),
    ...(options.planted ? { apiCalls: options.planted } : {}),
  });
  const { db } = app.database;
  if (!isCopied) await fillWorld(app);
  const tokens = await tokensOf(app);
  const { apiCalls } = await import('../../src/modules.ts');

  const sessionOf = async (email: string): Promise<Caller> => {
    const { rows } = await sql<{ id: number; companyId: number | null }>`
      select id, company_id as "companyId" from users where email = ${email}`.execute(db);
    const user = rows[0];
    if (!user) throw new Error(`nobody has the address ${email}`);
    const { token, expiresAtMs } = newToken('', app.now());
    await inTransaction(db, 'write', (tx) =>
      createSession(tx, {
        token,
        userId: user.id,
        companyId: user.companyId,
        address: '',
        userAgent: '',
        now: app.now(),
        expiresAtMs,
      }),
    );
    return app.withToken(token);
  };

  return {
    app,
    endpoints: (options.planted ?? apiCalls).map(({ endpoint }) => endpoint),
    sessionOf,
    async idsOf(email) {
      const { rows } = await sql<Ids>`
        with recursive me as (select * from users where email = ${email}),
        below as (select company_id as id from me union select c.id from companies c join below b on c.parent_id = b.id)
        select s.sid, coalesce(min(d.sn) filter (where d.kind = 'microinverter' and d.retired_at is null), min(d.sn)) as sn,
          coalesce(o.uid, '') as uid, coalesce(s.company_id, 0) as "companyId",
          (select min(a.id) from alarm a where a.site_id = s.id) as "alarmId"
        from sites s join devices d on d.site_id = s.id left join users o on o.id = s.owner_id
        left join site_latest l on l.site_id = s.id
        where s.owner_id = (select id from me) or s.company_id in (select id from below)
          or (select scope from groups g join me on g.id = me.group_id) = 'all'
          or s.id in (select site_id from site_shares where user_id = (select id from me))
        group by s.id, o.uid order by max(l.at) desc nulls last, s.sid`.execute(db);
      return rows;
    },
    tokens,
    composites: await compositesOf(app),
    close: () => app.close(),
  };
}

async function tokensOf(app: TestApp): Promise<World['tokens']> {
  const { db } = app.database;
  const { rows } = await sql<{
    token: string;
  }>`select token from public_pages order by site_id limit 1`.execute(db);
  const { rows: owned } = await sql<{ siteId: number; userId: number }>`
    select id as "siteId", owner_id as "userId" from sites where owner_id is not null order by id limit 1`.execute(
    db,
  );
  const { token } = await inTransaction(db, 'write', (tx) =>
    offerSite(tx, { ...owned[0]!, email: people.administrator, now: app.now() }),
  );
  const mailed = await mailedTo(app, owned[0]!);
  const link = await inTransaction(db, 'write', (tx) =>
    createMailLink(tx, { userId: owned[0]!.userId, purpose: 'reset', now: app.now() }),
  );
  return {
    [site.publicView.path]: rows[0]!.token,
    [site.offer.path]: token,
    [account.linkInfo.path]: link,
    [alarm.mailed.path]: mailed,
    [alarm.mailedAcknowledge.path]: mailed,
  };
}

/** Token of the email about the active alarm of the user's plant. */
async function mailedTo(app: TestApp, owned: { siteId: number; userId: number }): Promise<string> {
  const { db } = app.database;
  const { rows } = await sql<{
    id: number;
  }>`select id from alarm where site_id = ${owned.siteId} and ended_at is null`.execute(db);
  const link = { ...owned, alarmId: rows[0]!.id };
  const url = await inTransaction(db, 'write', (tx) =>
    acknowledgeUrlOf(tx, '', link, { secret: newMailSecret(), languageCode: 6, now: app.now() }),
  );
  return new URL(url, 'https://portal.test').searchParams.get('token')!;
}

/** Nouns of the API about composite devices, and the device kinds that they support. */
const compositeNouns: Readonly<Record<string, (kind: DeviceKind) => boolean>> = {
  'v2/bdnz/': isComposite,
  'v2/battery/': hasStorage,
  'v2/ksp/': hasStrings,
  'v2/gateway/': isGateway,
};

async function compositesOf(app: TestApp): Promise<World['composites']> {
  const { rows } = await sql<{ sn: string; sid: string; kind: string }>`
    select d.sn, s.sid, d.kind from devices d join sites s on s.id = d.site_id where d.part = '' order by d.sn`.execute(
    app.database.db,
  );
  const found = Object.entries(compositeNouns).map(([noun, fits]) => {
    const row = rows.find(({ kind }) => fits(deviceKindNamed(kind)!));
    if (!row) throw new Error(`the demo world has nothing for ${noun}`);
    return [noun, { sn: row.sn, sid: row.sid }];
  });
  return { ...Object.fromEntries(found), [device.listNoRegFrame.path]: { sn: 'F0F0F0F0' } };
}

/**
 * A body that names everything that any call may ask for; what a call does not know it drops. `types` chooses the
 * kind of a chart.
 */
export const bodyFor = ({ sid, sn, uid, companyId, alarmId }: Ids, types = 1) => ({
  q: 'demo',
  sid,
  sn,
  uid,
  companyId,
  company_id: companyId,
  types,
  model: 11,
  newSn: 'F0F0F0F0',
  addr: 1,
  typed: sn,
  timezone: 'Europe/Berlin',
  date: '2026-06-20',
  start: '2026-06-20',
  end: '2026-06-20',
  rangeDate: '2026-06-14~2026-06-21',
  page: { size: 1000, num: 0 },
  filters: {},
  wifiSn: [{ sn, wifiVersion: '3.01.25' }],
  latitude: 52.52,
  longitude: 13.41,
  role_id: GROUPS.installer,
  alertStart: '8',
  alertEnd: '17',
  alarmId,
  alarmIds: [alarmId],
  // The first firmware, campaign, parameter set and run of the demo data.
  id: 1,
  firmwareId: 1,
  gridCode: 'en50549',
  assigneeUid: uid,
  hours: 1,
  years: 3,
  comment: 'seen',
  format: 'csv',
  source: 'influx',
  url: 'https://hooks.example/events',
  events: ['alarm.opened'],
  deliveryId: 1,
});

/** What a call is about that is not about any device; nothing for all others. */
export const meantBy = ({ composites }: World, path: string) =>
  Object.entries(composites).find(([noun]) => path.startsWith(noun))?.[1];

/** The fields that a call reads; undefined where its schema does not say. */
export function fieldsOf(schema: z.core.$ZodType): ReadonlySet<string> | undefined {
  if (schema instanceof z.ZodPipe) return fieldsOf(schema.out);
  return schema instanceof z.ZodObject ? new Set(Object.keys(schema.shape)) : undefined;
}

/** The part of a body that a call reads, without what it takes in another form, as `page` is a number for some. */
export function fitted(
  { input }: Endpoint,
  body: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const read = fieldsOf(input);
  const refused = new Set(input.safeParse(body).error?.issues.map(({ path }) => path[0]));
  return Object.fromEntries(
    Object.entries(body).filter(([field]) => !refused.has(field) && read?.has(field) !== false),
  );
}

/**
 * The input that the handler of a call receives for a body, or the reasons why the body is refused before, as text. The
 * API passes nothing else of a body on, so two bodies with the same text get the same response.
 */
export function receivedBy({ input }: Endpoint, body: unknown): string {
  const { data, error } = input.safeParse(body);
  return inspect(error?.issues ?? data, { depth: null, maxArrayLength: null, maxStringLength: null });
}

/** Grants every menu entry to every role, as a careless operator might. */
export const giveEverybodyEverything = async (world: World): Promise<void> => {
  await sql`
    insert into group_menus (group_id, menu_id) select g.id, m.id from groups g, menus m
    on conflict do nothing`.execute(world.app.database.db);
};
