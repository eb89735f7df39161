// Findings and alarms that a call names for a case.
import { CASE_ITEMS_MAX } from '@helioport/contract/case';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db.ts';
import { fail } from '../../../platform/failure.ts';
import { addItems, type CaseId } from '../../../repositories/cases.ts';

interface Items {
  findingIds: readonly number[];
  alarmIds: readonly number[];
}

/**
 * Adds findings and alarms to a case. Ends the call where one is not of its plant, or already another case has it, or
 * there would be too many. Returns how many were added.
 */
export async function addTo(tx: Tx, one: CaseId, { findingIds, alarmIds }: Items): Promise<number> {
  const wanted = { findingIds: [...new Set(findingIds)], alarmIds: [...new Set(alarmIds)] };
  const { rows } = await sql<{ findings: number; alarms: number; taken: number; has: number }>`
    select
      (select count(*)::int from finding f where f.site_id = ${one.siteId} and not f.is_withdrawn
        and f.id = any(${wanted.findingIds}::bigint[])) as findings,
      (select count(*)::int from alarm a where a.site_id = ${one.siteId} and a.id = any(${wanted.alarmIds}::bigint[])) as alarms,
      ((select count(*) from case_findings i where i.site_id = ${one.siteId} and i.case_id <> ${one.id}
          and i.finding_id = any(${wanted.findingIds}::bigint[]))
        + (select count(*) from case_alarms i where i.site_id = ${one.siteId} and i.case_id <> ${one.id}
          and i.alarm_id = any(${wanted.alarmIds}::bigint[])))::int as taken,
      ((select count(*) from case_findings i where i.site_id = ${one.siteId} and i.case_id = ${one.id})
        + (select count(*) from case_alarms i where i.site_id = ${one.siteId} and i.case_id = ${one.id}))::int as has`.execute(
    tx,
  );
  const [known] = rows;
  if (!known || known.findings < wanted.findingIds.length) fail('finding.unknown');
  if (known!.alarms < wanted.alarmIds.length) fail('alarm.unknown');
  if (known!.taken > 0) fail('case.itemElsewhere');
  if (known!.has + wanted.findingIds.length + wanted.alarmIds.length > CASE_ITEMS_MAX) fail('case.full');
  const added = await addItems(tx, one, wanted);
  return added.findings + added.alarms;
}
