// The demo data: its marks (`is_demo` of users, companies and sites; table demo_devices), its state, and its deletion.
// The seed creates its content.
import { sql } from 'kysely';
import type { Columns } from '../platform/databaseTypes.ts';
import type { Db, Tx } from '../platform/db.ts';
import { announce } from '../platform/notifications.ts';
import { announceKeys } from './deviceKeys.ts';
import { deleteMailsTo } from './mails.ts';
import { notifyProducts } from './products.ts';
import { announceRights } from './rights.ts';
import { getSetting, putSetting } from './settings.ts';

const STATE = 'demo.state';

/** NOTIFY channel for requests to delete the demo data. */
export const DEMO = 'demo';

/**
 * `published`: its logins have the published password. `random`: only the operator has the passwords. `leaving`:
 * disabled and being deleted. `gone`: deleted and not recreated automatically. Undefined: never created.
 */
export type DemoState = 'published' | 'random' | 'leaving' | 'gone' | undefined;

export const demoState = (db: Db | Tx): Promise<DemoState> => getSetting(db, STATE);

export const setDemoState = (tx: Tx, state: DemoState): Promise<void> => putSetting(tx, STATE, state);

/** Whether the database has demo data, enabled or disabled. */
export async function hasDemo(db: Db | Tx): Promise<boolean> {
  const state = await demoState(db);
  return state === 'published' || state === 'random';
}

/** Whether demo users may log in: enabled by the operator (DEMO) and not being deleted. */
export const isDemoOpen = async (db: Db | Tx, config: { demo: boolean }): Promise<boolean> =>
  config.demo && (await hasDemo(db));

/** Marks all existing rows as demo data; called while there is nothing else. */
export async function markAsDemo(tx: Tx, unregisteredSns: readonly string[]): Promise<void> {
  for (const table of ['users', 'companies', 'sites'])
    await sql`update ${sql.table(table)} set is_demo = true`.execute(tx);
  await sql`update sn_entries set is_demo = true`.execute(tx);
  await sql`update products set is_demo = true where not is_built_in`.execute(tx);
  await sql`
    insert into demo_devices (sn) select sn from devices union select unnest(${[...unregisteredSns]}::text[])`.execute(
    tx,
  );
}

/** Ends the sessions of all demo users; returns their number. */
export async function endDemoSessions(tx: Tx): Promise<number> {
  const { rows } = await sql<Columns<'sessions', 'userId'>>`
    delete from sessions where user_id in (select id from users where is_demo)
    returning user_id as "userId"`.execute(tx);
  await announceRights(tx, { rows: rows.map(({ userId }) => userId) });
  return rows.length;
}

/**
 * Disables the demo data immediately and requests its deletion by a background process. Returns false if there is none.
 */
export async function beginDemoRemoval(tx: Tx): Promise<boolean> {
  if (!(await hasDemo(tx))) return false;
  await setDemoState(tx, 'leaving');
  await endDemoSessions(tx);
  await announce(tx, DEMO, 'leaving', 'leaving');
  return true;
}

export interface DemoWorld {
  siteIds: number[];
  /** Simulated devices in any plant. */
  deviceIds: number[];
  /** Devices that must first leave their plant: real ones in a demo plant, simulated ones in another user's plant. */
  strays: { deviceId: number; siteId: number; timeZone: string }[];
}

/** What is to be taken away, its devices locked for the length of the transaction. */
export async function lockDemoWorld(tx: Tx): Promise<DemoWorld> {
  const sites = await sql<Columns<'sites', 'id'>>`select id from sites where is_demo order by id`.execute(tx);
  const { rows } = await sql<
    Columns<'devices', 'id' | 'siteId'> & { timeZone: string; isDemoSite: boolean; isDemo: boolean }
  >`
    select d.id, d.site_id as "siteId", coalesce(s.timezone, 'UTC') as "timeZone",
      coalesce(s.is_demo, false) as "isDemoSite",
      exists (select 1 from demo_devices x where x.sn = d.sn) as "isDemo"
    from devices d left join sites s on s.id = d.site_id
    where s.is_demo or d.sn in (select sn from demo_devices)
    order by d.id for update of d`.execute(tx);
  return {
    siteIds: sites.rows.map(({ id }) => id),
    deviceIds: rows.filter(({ isDemo }) => isDemo).map(({ id }) => id),
    strays: rows.flatMap(({ id, siteId, timeZone, isDemo, isDemoSite }) =>
      siteId !== null && isDemo !== isDemoSite ? [{ deviceId: id, siteId, timeZone }] : [],
    ),
  };
}

/** Releases devices from their plants; their readings have been moved. */
export async function releaseDevices(tx: Tx, deviceIds: readonly number[]): Promise<void> {
  const ids = [...deviceIds];
  await sql`delete from modules where device_id = any(${ids}::bigint[])`.execute(tx);
  await sql`update devices set site_id = null, claimed_at = null where id = any(${ids}::bigint[])`.execute(
    tx,
  );
  await announceKeys(tx, ids);
}

/** What went. */
export interface DemoRemoval {
  plants: number;
  people: number;
  companies: number;
  devices: number;
}

/**
 * Deletes the demo data, whose readings are already deleted, and removes references to it from other data: plants lose
 * their demo owner, installer or company, and companies move below the next remaining parent.
 */
export async function deleteDemoWorld(tx: Tx, world: DemoWorld, now: number): Promise<DemoRemoval> {
  const people = sql`(select id from users where is_demo)`;
  const companies = sql`(select id from companies where is_demo)`;
  await sql`
    update sites set
      owner_id = case when owner_id in ${people} then null else owner_id end,
      ownerless_since = case when owner_id in ${people} then ${new Date(now)} else ownerless_since end,
      installer_id = case when installer_id in ${people} then null else installer_id end,
      company_id = case when company_id in ${companies} then null else company_id end
    where not is_demo and (owner_id in ${people} or installer_id in ${people} or company_id in ${companies})`.execute(
    tx,
  );
  await sql`
    with recursive above as (
      select id, parent_id from companies where not is_demo and parent_id in ${companies}
      union all
      select a.id, c.parent_id from above a join companies c on c.id = a.parent_id where c.is_demo
    )
    update companies c set parent_id = a.parent_id from above a
    where c.id = a.id and (a.parent_id is null or a.parent_id not in ${companies})`.execute(tx);
  await sql`
    update users set
      company_id = case when company_id in ${companies} then null else company_id end,
      parent_id = case when parent_id in ${people} then null else parent_id end
    where not is_demo and (company_id in ${companies} or parent_id in ${people})`.execute(tx);
  await sql`update sessions set company_id = null where company_id in ${companies}`.execute(tx);

  // Their files go with the next tidying.
  await sql`delete from documents where is_demo`.execute(tx);
  await sql`delete from campaigns where is_demo`.execute(tx);
  await sql`delete from parameter_runs where is_demo`.execute(tx);
  await sql`delete from parameter_sets where is_demo`.execute(tx);
  await sql`
    delete from firmware w where is_demo and not exists (select from campaigns c where c.firmware_id = w.id)`.execute(
    tx,
  );
  const { rows: mailed } = await sql<{ email: string }>`select email from users where is_demo`.execute(tx);
  for (const { email } of mailed) await deleteMailsTo(tx, email);
  // Audit entries of demo users are deleted; those of other users stay.
  await sql`delete from audit where user_id in ${people} and action <> 'demo.remove'`.execute(tx);

  await sql`delete from sn_entries where is_demo`.execute(tx);
  // A model with serial numbers added by users stays.
  await sql`
    delete from products p where is_demo
      and not exists (select 1 from sn_entries e where e.product_number = p.number)`.execute(tx);
  await notifyProducts(tx);
  await announceKeys(tx, world.deviceIds);
  const devices = await sql`delete from devices where id = any(${world.deviceIds}::bigint[])`.execute(tx);
  await sql`delete from demo_devices`.execute(tx);
  const plants = await sql`delete from sites where is_demo`.execute(tx);
  await sql`update users set company_id = null, parent_id = null where is_demo`.execute(tx);
  const gone = await sql`delete from users where is_demo`.execute(tx);
  // Children before their parents would need an order; untied, they need none.
  await sql`update companies set parent_id = null where is_demo`.execute(tx);
  const dissolved = await sql`delete from companies where is_demo`.execute(tx);
  await setDemoState(tx, 'gone');
  await announceRights(tx, { rows: 'all' });
  return {
    plants: Number(plants.numAffectedRows),
    people: Number(gone.numAffectedRows),
    companies: Number(dissolved.numAffectedRows),
    devices: Number(devices.numAffectedRows),
  };
}
