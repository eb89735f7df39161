// Table sn_entries: serials that were made, to whom they were issued, whether they are in use, and which are restricted.
import { sql } from 'kysely';
import type pg from 'pg';
import type { Tx } from '../platform/db.ts';
import { endStockKeys } from './deviceKeys.ts';

/**
 * Restricts serials, for a company or for the portal (null), in the list of what was made or not: no plant may take them from now on, and where they stand they
 * stay. Returns those that were not restricted before; the reason of the others is replaced.
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
  const { rows } = await sql<{ sn: string }>`
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

/** Lifts the restriction of serials; returns those that had one. What nobody entered in the list leaves it. */
export async function unrestrict(tx: Tx, sns: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ sn: string; isListed: boolean }>`
    select sn, product_number is not null as "isListed" from sn_entries
    where sn = any(${[...sns]}::text[]) and restricted_at is not null order by sn for update`.execute(tx);
  const strangers = rows.filter(({ isListed }) => !isListed).map(({ sn }) => sn);
  await sql`delete from sn_entries where sn = any(${strangers}::text[])`.execute(tx);
  await sql`
    update sn_entries set restricted_at = null, restricted_reason = '', restricted_company_id = null
    where sn = any(${rows.filter(({ isListed }) => isListed).map(({ sn }) => sn)}::text[])`.execute(tx);
  return rows.map(({ sn }) => sn);
}

/** What the list says of a serial that a plant is about to take. */
export interface Listed {
  sn: string;
  productNumber: number | null;
  refusal: Refusal | null;
}

/** Why no plant may take a serial. */
export type Refusal = 'restricted' | 'notIssued';

/**
 * The one rule of enrolment: what the list knows must be issued, and nothing restricted may be taken. Serials that the
 * list does not know are absent. `isHeld` keeps what it says true until the transaction ends.
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

/** Notes since when serials of the list are in use; an earlier note stays. */
const activating = `
  with due as (
    select e.sn, n.at from unnest($1::text[], $2::float8[]) as n(sn, at)
    join sn_entries e on e.sn = n.sn and e.activated_at is null order by e.sn for no key update of e
  )
  update sn_entries e set activated_at = to_timestamp(due.at / 1000) from due where e.sn = due.sn`;

/** On a connection of the pipeline: devices that were never heard before. */
export async function noteActivatedBy(
  client: pg.ClientBase,
  heard: readonly { sn: string; atMs: number }[],
): Promise<void> {
  if (heard.length === 0) return;
  const values = [heard.map(({ sn }) => sn), heard.map(({ atMs }) => atMs)];
  await client.query({ name: 'serials-activated', text: activating, values });
}

/** A serial was taken by a plant. */
export async function noteActivated(tx: Tx, sn: string, now: number): Promise<void> {
  await sql`
    update sn_entries set activated_at = coalesce(activated_at, ${new Date(now)}) where sn = ${sn}`.execute(
    tx,
  );
}

/** These devices left their plants and nothing of them is kept: their serials are no longer in use. */
export async function noteUnused(tx: Tx, deviceIds: readonly number[]): Promise<void> {
  await sql`
    update sn_entries e set activated_at = null from devices d
    where d.id = any(${[...deviceIds]}::bigint[]) and d.site_id is null and e.sn = d.sn`.execute(tx);
}

/** A serial to be entered in the list. */
export interface NewSerial {
  sn: string;
  productNumber: number;
  batch: string;
}

/**
 * Enters serials in the list, issued at once or not; returns those that were new to it. One that was restricted before
 * anybody entered it stays restricted.
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
 * Issues serials that were found, or revokes the issue (`issue` null); the time of an issue that only changes hands stays.
 * `isReturn`: they come back from a company and stay marked as returned until they are issued again.
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

/** Takes serials out of the list. */
export async function deleteSerials(tx: Tx, sns: readonly string[]): Promise<void> {
  await sql`delete from sn_entries where sn = any(${[...sns]}::text[])`.execute(tx);
  await endStockKeys(tx, sns);
}

/** What was issued to a company that is dissolved goes to another one, or is issued to none of the house. */
export async function moveSerials(tx: Tx, fromId: number, toId: number | null): Promise<void> {
  const { rows } = await sql<{ sn: string }>`
    update sn_entries set company_id = ${toId} where company_id = ${fromId} returning sn`.execute(tx);
  await endStockKeys(
    tx,
    rows.map(({ sn }) => sn),
  );
}
