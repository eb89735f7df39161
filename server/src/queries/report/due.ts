// A report that is due, written for the person who ordered it as if he asked for it now.
import { pvPlantPage } from '@helioport/contract/grants';
import { sql } from 'kysely';
import { personAway } from '../../access/session.ts';
import { visibleTo } from '../../access/visible.ts';
import type { Tx } from '../../platform/db.ts';
import { type DueReport, endReports, takeReport } from '../../repositories/reportSettings.ts';
import { findSite } from '../findSite.ts';
import { endUrlOf } from './endLink.ts';
import { mailReport, printedReport } from './mailed.ts';
import { dueSpan, reportOf } from './report.ts';

/**
 * Puts a due report into the outbox, unless somebody else does. Whoever no longer sees the plant is sent nothing, and
 * his order ends. Returns whether there is a mail.
 */
export async function sendDueReport(
  tx: Tx,
  due: DueReport,
  { publicUrl, now }: { publicUrl: string; now: number },
): Promise<boolean> {
  const wanted = await takeReport(tx, due);
  if (wanted === undefined) return false;
  const me = await personAway(tx, due.userId);
  if (!me.pages.has(pvPlantPage.name)) return false;
  const visible = visibleTo(me, now);
  const { rows } = await sql<{ sid: string; brandId: number }>`
    select v.sid, u.brand_id as "brandId" from ${visible.sites} v, users u
    where v.id = ${due.siteId} and u.id = ${due.userId}`.execute(tx);
  const [seen] = rows;
  if (seen === undefined) {
    await endReports(tx, due);
    return false;
  }
  const found = await findSite({ tx, visible, now }, seen.sid);
  const span = dueSpan(due);
  const reader = { userId: due.userId, languageCode: wanted.languageCode };
  const report = await reportOf(tx, { found, span, reader, now });
  const setting = { found, span, report, brandId: seen.brandId };
  await mailReport(tx, {
    ...{ ...setting, publicUrl, now },
    to: me.email,
    file: wanted.withPdf ? await printedReport(tx, setting) : undefined,
    endUrl: await endUrlOf(tx, publicUrl, due),
  });
  return true;
}
