// Filters and order of finding lists and files.
import type { ParsedOf } from '@helioport/contract/endpoint';
import type { finding } from '@helioport/contract/finding';
import { type RawBuilder, sql } from 'kysely';
import { allOf, anyOf, hasWords, orderBy } from '../../platform/search.ts';
import { hasSn } from '../findDevice.ts';
import { yearlyWhSql } from './rows.ts';

type FindingListInput = ParsedOf<typeof finding.list>;

/** The condition on `f` = finding and `s` = its visible plant; without `state` where it is `ofAllStates`. */
export function findingConditions(
  { filters }: Pick<FindingListInput, 'filters'>,
  { ofAllStates = false } = {},
): RawBuilder<unknown> {
  const { keywords, sn, module, cause, scope, confidence, isFault, period, detected } = filters;
  const plant = filters.plant || filters.sid;
  const has = (condition: RawBuilder<unknown>) => sql`exists (
    select from devices o where o.id = any(f.device_ids) and o.site_id = f.site_id and ${condition})`;
  const startOf = (day: string) => sql`(${day}::date)::timestamp at time zone s.timezone`;
  const endOf = (day: string) => sql`(${day}::date + 1)::timestamp at time zone s.timezone`;
  return allOf([
    sql`not f.is_withdrawn`,
    keywords && anyOf([hasWords(sql`s.search_key`, keywords), has(hasSn(sql`o.sn`, keywords))]),
    plant && sql`s.sid = ${plant}`,
    sn && has(hasSn(sql`o.sn`, sn)),
    module && isModule(module),
    !ofAllStates && filters.state === 'open' && sql`f.until_at is null`,
    !ofAllStates && filters.state === 'closed' && sql`f.until_at is not null`,
    cause.length > 0 && sql`f.cause = any(${cause}::text[])`,
    scope !== null && sql`f.scope = ${scope}`,
    confidence.length > 0 && sql`f.confidence = any(${confidence}::text[])`,
    isFault !== null && sql`f.is_fault = ${isFault}`,
    period &&
      sql`f.since_at < ${endOf(period.to)} and coalesce(f.until_at, 'infinity') >= ${startOf(period.from)}`,
    detected && sql`f.detected_at >= ${startOf(detected.from)} and f.detected_at < ${endOf(detected.to)}`,
    filters.owner_uid && sql`s.owner_id = (select u.id from users u where u.uid = ${filters.owner_uid})`,
    filters.company_id !== null && sql`s.company_id = ${filters.company_id}`,
    filters.case_id !== null &&
      sql`exists (select from case_findings c where c.site_id = f.site_id and c.finding_id = f.id
        and c.case_id = ${filters.case_id})`,
  ]);
}

/** `<SN>_<addr>`; other text matches nothing. */
function isModule(text: string): RawBuilder<unknown> {
  const [, sn, addr] = /^(.+)_(\d{1,3})$/.exec(text) ?? [];
  if (sn === undefined || addr === undefined) return sql`false`;
  return sql`exists (select from unnest(f.device_ids, f.addrs) as m(device_id, addr)
    join devices o on o.id = m.device_id and o.site_id = f.site_id
    where m.addr = ${Number(addr)} and lower(o.sn) = lower(${sn}))`;
}

/** The requested order; by default open findings by yearly cost, then closed ones, newest first. */
export function findingOrder({ sort }: Pick<FindingListInput, 'sort'>): RawBuilder<unknown> {
  const usual =
    sort.length === 0
      ? sql`f.until_at is null desc, f.is_fault desc, case when f.until_at is null then ${yearlyWhSql} end desc, `
      : sql``;
  return orderBy(
    sort,
    {
      since: sql`f.since_at`,
      until: sql`f.until_at`,
      detectedAt: sql`f.detected_at`,
      lostKwh: sql`f.lost_wh`,
      lostMoney: sql`f.lost_money`,
      lostKwhPerYear: yearlyWhSql,
      plantName: sql`lower(s.name)`,
      cause: sql`f.cause`,
      confidence: sql`f.probability`,
    },
    sql`${usual}f.detected_at desc, f.id desc`,
  );
}
