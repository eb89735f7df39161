// Imports from the vendor cloud. A worker holds an import by a lease, so that another process continues where one has died.
import { DAY_MS } from '@helioport/domain/duration';
import { sql } from 'kysely';
import type { Columns } from '../platform/databaseTypes.ts';
import { type Db, inTransaction, type Tx } from '../platform/db.ts';
import { lockKey } from '../platform/locks.ts';
import { decrypted, encrypted } from './encryption.ts';

/** Longer than the longest pause of the client. */
export const LEASE_MS = 5 * 60_000;
const KEEP_MS = 400 * DAY_MS;
/** A session is deleted if the import is not continued. */
const ABANDONED_MS = 14 * DAY_MS;

/** An import whose next step is due. */
export interface DueImport {
  id: number;
  userId: number;
  state: 'reading' | 'running';
  session: string;
  failures: number;
  ownerId: number | null;
  companyId: number | null;
  installerId: number | null;
}

/** A plant of an import that is to be imported. */
export interface ImportedPlant
  extends Columns<
    'cloud_import_plants',
    'number' | 'cloudSid' | 'name' | 'serials' | 'targetId' | 'isCreated' | 'nextMonth'
  > {
  months: Record<string, number>;
}

const session = { setting: 'cloudImport.key', info: 'cloud session' };

/** Begins an import; undefined while the user has another one that has not ended. */
export async function beginImport(
  tx: Tx,
  one: { userId: number; account: string; session: string; now: number },
): Promise<number | undefined> {
  await lockKey(tx, 'cloudImports', one.userId);
  const at = new Date(one.now);
  const { rows } = await sql<Columns<'cloud_imports', 'id'>>`
    insert into cloud_imports (user_id, account, state, session, created_at, due_at)
    select ${one.userId}, ${one.account}, 'reading', ${await encrypted(tx, session, one.session)}::bytea, ${at}, ${at}
    where not exists (select from cloud_imports where user_id = ${one.userId} and ended_at is null)
    returning id`.execute(tx);
  return rows[0]?.id;
}

/** Continues an import of a user with a new session; false if it does not wait for one. */
export async function resumeImport(
  tx: Tx,
  one: { id: number; userId: number; account: string; session: string; now: number },
): Promise<boolean> {
  const { rows } = await sql`
    update cloud_imports set state = resumes, account = ${one.account}, failures = 0, reason = '', detail = '',
      session = ${await encrypted(tx, session, one.session)}::bytea, due_at = ${new Date(one.now)}, lease_until = null
    where id = ${one.id} and user_id = ${one.userId} and state = 'login' returning id`.execute(tx);
  return rows.length > 0;
}

/** Takes the import that has been due longest. */
export async function takeImport(db: Db, now: number): Promise<DueImport | undefined> {
  return await inTransaction(db, 'write', async (tx) => {
    const { rows } = await sql<DueImport & { session: Buffer }>`
      update cloud_imports set lease_until = ${new Date(now + LEASE_MS)}
      where id = (
        select id from cloud_imports where due_at <= ${new Date(now)} and session is not null
          and (lease_until is null or lease_until < ${new Date(now)})
        order by due_at, id limit 1 for update skip locked)
      returning id, user_id as "userId", state, session, failures, owner_id as "ownerId", company_id as "companyId",
        installer_id as "installerId"`.execute(tx);
    const due = rows[0];
    return due && { ...due, session: await decrypted(tx, session, due.session as unknown as Buffer) };
  });
}

/** Whether an import is still running; locks it until the transaction ends and renews its lease. */
export async function holdImport(tx: Tx, { id, state }: DueImport, now: number): Promise<boolean> {
  const { rows } = await sql`
    update cloud_imports set lease_until = ${new Date(now + LEASE_MS)}, failures = 0, reason = '', detail = ''
    where id = ${id} and state = ${state} and session is not null returning id`.execute(tx);
  return rows.length > 0;
}

/** Returns an import to the queue for another worker at an instant. */
export async function putBackImport(
  db: Db,
  { id, state }: DueImport,
  what: { dueAt: number; failures?: number; reason?: string; detail?: string },
): Promise<void> {
  const { dueAt, failures = 0, reason = '', detail = '' } = what;
  await sql`
    update cloud_imports set lease_until = null, due_at = ${new Date(dueAt)}, failures = ${failures}, reason = ${reason},
      detail = ${detail.slice(0, 300)}
    where id = ${id} and state = ${state}`.execute(db);
}

/** Has an import wait for a new login of its user. */
export async function awaitLogin(
  db: Db,
  { id, state }: DueImport,
  reason: string,
  detail = '',
): Promise<void> {
  await sql`
    update cloud_imports set state = 'login', resumes = ${state}, session = null, due_at = null, lease_until = null,
      failures = 0, reason = ${reason}, detail = ${detail.slice(0, 300)}
    where id = ${id} and state = ${state}`.execute(db);
}

/** Stores the plants of an account, once. */
export async function addImportPlants(
  tx: Tx,
  importId: number,
  sites: readonly { sid: string; siteName: string; serials: readonly string[] }[],
): Promise<void> {
  const rows = sites.map((site, i) => ({
    import_id: importId,
    number: i + 1,
    cloud_sid: site.sid,
    name: site.siteName || site.sid,
    serials: site.serials,
  }));
  await sql`
    insert into cloud_import_plants (import_id, number, cloud_sid, name, serials)
    select import_id, number, cloud_sid, name, serials
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (import_id bigint, number int, cloud_sid text, name text, serials text[])
    on conflict do nothing`.execute(tx);
}

/** The plants of an import whose months have not been read; null before the list has been read. */
export async function plantsToRead(
  db: Db,
  importId: number,
): Promise<{ number: number; cloudSid: string }[] | null> {
  const { rows } = await sql<Columns<'cloud_import_plants', 'number' | 'cloudSid'> & { isRead: boolean }>`
    select number, cloud_sid as "cloudSid", months is not null as "isRead" from cloud_import_plants
    where import_id = ${importId} order by number`.execute(db);
  return rows.length === 0 ? null : rows.filter(({ isRead }) => !isRead);
}

export async function setMonths(
  tx: Tx,
  importId: number,
  number: number,
  months: Record<string, number>,
): Promise<void> {
  await sql`
    update cloud_import_plants set months = ${JSON.stringify(months)}::jsonb
    where import_id = ${importId} and number = ${number}`.execute(tx);
}

/** All plants have been read: the user chooses. */
export async function offerChoice(tx: Tx, id: number): Promise<void> {
  await sql`
    update cloud_imports set state = 'choosing', resumes = 'running', due_at = null, lease_until = null
    where id = ${id} and state = 'reading'`.execute(tx);
}

/** Begins to import the chosen plants; false if the import does not wait for a choice. */
export async function chooseImport(
  tx: Tx,
  one: {
    id: number;
    userId: number;
    plants: readonly { number: number; targetId: number | null }[];
    ownerId: number | null;
    companyId: number | null;
    installerId: number | null;
    now: number;
  },
): Promise<boolean> {
  const { rows } = await sql`
    update cloud_imports set state = case when session is null then 'login' else 'running' end, resumes = 'running',
      due_at = case when session is null then null else ${new Date(one.now)}::timestamptz end,
      owner_id = ${one.ownerId}, company_id = ${one.companyId}, installer_id = ${one.installerId}
    where id = ${one.id} and user_id = ${one.userId} and state = 'choosing' returning id`.execute(tx);
  if (rows.length === 0) return false;
  await sql`
    update cloud_import_plants p set state = case when n.number is null then 'unselected' else 'waiting' end,
      target_id = n.target
    from cloud_import_plants q
    left join unnest(${one.plants.map(({ number }) => number)}::int[],
      ${one.plants.map(({ targetId }) => targetId)}::bigint[]) as n(number, target) on n.number = q.number
    where p.import_id = ${one.id} and q.import_id = p.import_id and q.number = p.number`.execute(tx);
  return true;
}

/** The next plant of an import that is not imported yet. */
export async function nextPlant(db: Db, importId: number): Promise<ImportedPlant | undefined> {
  const { rows } = await sql<ImportedPlant>`
    select number, cloud_sid as "cloudSid", name, serials, coalesce(months, '{}') as months, target_id as "targetId",
      is_created as "isCreated", next_month as "nextMonth"
    from cloud_import_plants
    where import_id = ${importId} and state in ('running', 'waiting') order by state, number limit 1`.execute(
    db,
  );
  return rows[0];
}

/** Records that the plant is created, and the first month to import. */
export async function beginPlant(
  tx: Tx,
  importId: number,
  number: number,
  what: { targetId: number; isCreated: boolean; nextMonth: string; daysTotal: number },
): Promise<void> {
  await sql`
    update cloud_import_plants set state = 'running', target_id = ${what.targetId}, is_created = ${what.isCreated},
      next_month = ${what.nextMonth}, days_total = ${what.daysTotal}, days_done = 0, energy_wh = 0, differing = '{}'
    where import_id = ${importId} and number = ${number}`.execute(tx);
}

/** Notes an imported month. `nextMonth` null: it was the last one. */
export async function noteMonth(
  tx: Tx,
  importId: number,
  number: number,
  what: { nextMonth: string | null; days: number; energyWh: number; differing: string | null },
): Promise<void> {
  await sql`
    update cloud_import_plants set next_month = ${what.nextMonth}, days_done = days_done + ${what.days},
      energy_wh = energy_wh + ${what.energyWh},
      differing = differing || array_remove(array[${what.differing}::text], null),
      state = case when ${what.nextMonth}::text is null then 'done' else state end
    where import_id = ${importId} and number = ${number}`.execute(tx);
}

/** Ends a plant of an import without its being imported, or undoes it. */
export async function endPlant(
  db: Db | Tx,
  importId: number,
  number: number,
  what: { state: 'failed' | 'undone' | 'done'; reason: string; detail?: string },
): Promise<void> {
  await sql`
    update cloud_import_plants set state = ${what.state}, reason = ${what.reason},
      detail = ${(what.detail ?? '').slice(0, 500)}, next_month = null
    where import_id = ${importId} and number = ${number}`.execute(db);
}

/** Ends an import and deletes its session; false if it has ended. */
export async function endImport(
  tx: Tx,
  id: number,
  what: { state: 'done' | 'cancelled' | 'failed'; reason?: string; detail?: string; now: number },
): Promise<boolean> {
  const { rows } = await sql`
    update cloud_imports set state = ${what.state}, reason = ${what.reason ?? ''},
      detail = ${(what.detail ?? '').slice(0, 300)}, session = null, due_at = null, lease_until = null,
      ended_at = ${new Date(what.now)}
    where id = ${id} and ended_at is null returning id`.execute(tx);
  if (rows.length === 0) return false;
  await sql`
    update cloud_import_plants set state = 'unselected'
    where import_id = ${id} and state in ('found', 'waiting')`.execute(tx);
  await sql`
    update cloud_import_plants set state = 'failed', reason = 'gone'
    where import_id = ${id} and state = 'running'`.execute(tx);
  return true;
}

/** Deletes sessions of abandoned imports, and imports that ended long ago. */
export async function deleteOldImports(db: Db, now: number): Promise<number> {
  await sql`
    update cloud_imports set session = null
    where session is not null and state = 'choosing' and created_at < ${new Date(now - ABANDONED_MS)}`.execute(
    db,
  );
  const { numAffectedRows } = await sql`
    delete from cloud_imports where ended_at < ${new Date(now - KEEP_MS)}`.execute(db);
  return Number(numAffectedRows ?? 0);
}
