// Table sn_entries: manufactured serial numbers with their company, activation and restrictions.
import { sql } from 'kysely';
import type pg from 'pg';
import type { Columns } from '../platform/databaseTypes.ts';
import type { Tx } from '../platform/db.ts';
import { endStockKeys } from './deviceKeys.ts';

/**
 * Restricts serial numbers, listed or not, for a company or for the portal (null): they cannot be added to a plant from
 * now on, and installed ones stay. Returns those that were not restricted before; for the others the reason is
 * replaced.
 */
export async function restrict(
  tx: Tx,
  {
    sns,
    reason,
    companyId = null,
    now,
  }: { sns: readonly string[]; reason: string; companyId?: number | null; now: number },
): Promise<string[]> {
  const { rows } = await sql<Columns<'sn_entries', 'sn'>>`
    with before as (
      select sn from sn_entries where sn = any(${[...sns]}::text[]) and restricted_at is not null
    ),
    changed as (
      insert into sn_entries (sn, restricted_at, restricted_reason, restricted_company_id, created_at)
      select sn, ${new Date(now)}, ${reason}, ${companyId}::bigint, ${new Date(now)}
      from (select distinct unnest(${[...sns]}::text[]) collate "C" as sn) n order by sn
      on conflict (sn) do update set restricted_reason = excluded.restricted_reason,
        restricted_company_id = excluded.restricted_company_id,
        restricted_at = coalesce(sn_entries.restricted_at, excluded.restricted_at)
      returning sn
    )
    select sn from changed except select sn from before`.execute(tx);
  await endStockKeys(tx, sns);
  return rows.map(({ sn }) => sn);
}

/**
 * Removes the restriction of serial numbers; returns those that had one. Entries that only existed as a restriction are
 * deleted.
 */
export async function unrestrict(tx: Tx, sns: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ sn: string; isListed: boolean }>`
    select sn, product_number is not null as "isListed" from sn_entries
    where sn = any(${[...sns]}::text[]) and restricted_at is not null order by sn for update`.execute(tx);
  const unlisted = rows.filter(({ isListed }) => !isListed).map(({ sn }) => sn);
  await sql`delete from sn_entries where sn = any(${unlisted}::text[])`.execute(tx);
  await sql`
    update sn_entries set restricted_at = null, restricted_reason = '', restricted_company_id = null
    where sn = any(${rows.filter(({ isListed }) => isListed).map(({ sn }) => sn)}::text[])`.execute(tx);
  return rows.map(({ sn }) => sn);
}

/** List entry of a serial number that is to be added to a plant. */
export interface Listed extends Columns<'sn_entries', 'sn' | 'productNumber'> {
  refusal: Refusal | null;
}

/** Why a serial number cannot be added to a plant. */
export type Refusal = 'restricted' | 'notIssued';

/**
 * Rule for adding serial numbers: listed ones must be issued, and restricted ones are rejected. Unlisted serial numbers
 * are absent. `isHeld` locks the rows until the transaction ends.
 */
export async function listedAmong(
  tx: Tx,
  sns: readonly string[],
  { isHeld = false } = {},
): Promise<Map<string, Listed>> {
  const { rows } = await sql<Listed>`
    select sn, product_number as "productNumber",
      case when restricted_at is not null then 'restricted' when issued_at is null then 'notIssued' end as refusal
    from sn_entries where sn = any(${[...sns]}::text[]) order by sn ${isHeld ? sql`for no key update` : sql``}`.execute(
    tx,
  );
  return new Map(rows.map((row) => [row.sn, row]));
}

/** Records the activation of listed serial numbers; an earlier one stays. */
const activating = `
  with due as (
    select e.sn, n.at from unnest($1::text[], $2::float8[]) as n(sn, at)
    join sn_entries e on e.sn = n.sn and e.activated_at is null order by e.sn for no key update of e
  )
  update sn_entries e set activated_at = to_timestamp(due.at / 1000) from due where e.sn = due.sn`;

/** For ingestion on its own connection: devices that reported for the first time. */
export async function noteActivatedBy(
  client: pg.ClientBase,
  received: readonly { sn: string; atMs: number }[],
): Promise<void> {
  if (received.length === 0) return;
  const values = [received.map(({ sn }) => sn), received.map(({ atMs }) => atMs)];
  await client.query({ name: 'serials-activated', text: activating, values });
}

/** Records the activation of a serial number that was added to a plant. */
export async function noteActivated(tx: Tx, sn: string, now: number): Promise<void> {
  await sql`
    update sn_entries set activated_at = coalesce(activated_at, ${new Date(now)}) where sn = ${sn}`.execute(
    tx,
  );
}

/** Clears the activation of devices that left their plants and whose data is deleted. */
export async function noteUnused(tx: Tx, deviceIds: readonly number[]): Promise<void> {
  await sql`
    update sn_entries e set activated_at = null from devices d
    where d.id = any(${[...deviceIds]}::bigint[]) and d.site_id is null and e.sn = d.sn`.execute(tx);
}

/** A serial number to add to the list. */
export interface NewSerial {
  sn: string;
  productNumber: number;
  batch: string;
}

/**
 * Adds serial numbers to the list, optionally issued; returns the new ones. A restriction that existed before stays.
 */
export async function enterSerials(
  tx: Tx,
  serials: readonly NewSerial[],
  { issue, now }: { issue: { companyId: number | null } | null; now: number },
): Promise<string[]> {
  const { rows } = await sql<{ sn: string }>`
    insert into sn_entries as e (sn, product_number, batch, company_id, issued_at, activated_at, created_at)
    select n.sn, n.product, n.batch, ${issue?.companyId ?? null}, ${issue ? new Date(now) : null},
      least(d.first_seen_at, d.claimed_at), ${new Date(now)}
    from unnest(${serials.map(({ sn }) => sn)}::text[], ${serials.map((one) => one.productNumber)}::int[],
      ${serials.map(({ batch }) => batch)}::text[]) as n(sn, product, batch)
    left join devices d on d.sn = n.sn
    order by n.sn collate "C"
    on conflict (sn) do update set product_number = excluded.product_number, batch = excluded.batch,
      company_id = excluded.company_id, issued_at = excluded.issued_at, activated_at = excluded.activated_at,
      created_at = excluded.created_at
    where e.product_number is null
    returning sn`.execute(tx);
  return rows.map(({ sn }) => sn);
}

/**
 * Issues serial numbers, or revokes the issue (`issue` null); a transfer between companies keeps the time of issue.
 * `isReturn`: returned by a company and marked as such until issued again.
 */
export async function issueSerials(
  tx: Tx,
  sns: readonly string[],
  {
    issue,
    isReturn = false,
    now,
  }: { issue: { companyId: number | null } | null; isReturn?: boolean; now: number },
): Promise<void> {
  await sql`
    update sn_entries set company_id = ${issue?.companyId ?? null},
      returned_at = ${isReturn ? new Date(now) : null}::timestamptz,
      issued_at = ${issue ? sql`coalesce(issued_at, ${new Date(now)})` : null}
    where sn = any(${[...sns]}::text[])`.execute(tx);
  await endStockKeys(tx, sns, issue ?? undefined);
}

/** Deletes serial numbers from the list. */
export async function deleteSerials(tx: Tx, sns: readonly string[]): Promise<void> {
  await sql`delete from sn_entries where sn = any(${[...sns]}::text[])`.execute(tx);
  await endStockKeys(tx, sns);
}

/** Reassigns serial numbers of a deleted company to another one, or to none. */
export async function moveSerials(tx: Tx, fromId: number, toId: number | null): Promise<void> {
  const { rows } = await sql<Columns<'sn_entries', 'sn'>>`
    update sn_entries set company_id = ${toId} where company_id = ${fromId} returning sn`.execute(tx);
  await endStockKeys(
    tx,
    rows.map(({ sn }) => sn),
  );
}
