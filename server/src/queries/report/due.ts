// A report that is due, written with the permissions that its subscriber has now.
import { pvPlantPage } from '@helioport/contract/grants';
import { sql } from 'kysely';
import { personAway } from '../../access/session.ts';
import { visibleTo } from '../../access/visible.ts';
import { type Db, inTransaction, type Tx } from '../../platform/db.ts';
import {
  type DueReport,
  endReports,
  reportSettingsOf,
  takeReport,
} from '../../repositories/reportSettings.ts';
import { findSite } from '../findSite.ts';
import { endUrlOf } from './endLink.ts';
import { mailReport, printedReport, type Setting } from './mailed.ts';
import { dueSpan, reportOf } from './report.ts';

interface Prepared {
  /** Absent where the reader no longer sees the plant. */
  setting?: Setting;
  to: string;
  withPdf: boolean;
}

/**
 * Adds a due report to the outbox, unless another process did. If the reader no longer sees the plant, the subscription
 * ends instead. The PDF is rendered between two short transactions. Returns whether an email was added.
 */
export async function sendDueReport(
  db: Db,
  due: DueReport,
  { publicUrl, now }: { publicUrl: string; now: number },
): Promise<boolean> {
  const prepared = await inTransaction(db, 'read', (tx) => prepare(tx, due, now));
  if (prepared === undefined) return false;
  const { setting, to, withPdf } = prepared;
  const file = setting && withPdf ? await printedReport(db, setting) : undefined;
  return await inTransaction(db, 'write', async (tx) => {
    if ((await takeReport(tx, due)) === undefined) return false;
    if (setting === undefined) {
      await endReports(tx, due);
      return false;
    }
    await mailReport(tx, {
      ...setting,
      publicUrl,
      now,
      to,
      file,
      endUrl: await endUrlOf(tx, publicUrl, due),
    });
    return true;
  });
}

/** The report as its reader may see it; undefined where they may open no plant pages. */
async function prepare(tx: Tx, due: DueReport, now: number): Promise<Prepared | undefined> {
  const { languageCode, withPdf } = await reportSettingsOf(tx, due);
  const me = await personAway(tx, due.userId);
  if (!me.pages.has(pvPlantPage.name)) return undefined;
  const visible = visibleTo(me, now);
  const { rows } = await sql<{ sid: string; brandId: number }>`
    select v.sid, u.brand_id as "brandId" from ${visible.sites} v, users u
    where v.id = ${due.siteId} and u.id = ${due.userId}`.execute(tx);
  const [seen] = rows;
  if (seen === undefined) return { to: me.email, withPdf };
  const found = await findSite({ tx, visible, now }, seen.sid);
  const span = dueSpan(due);
  const reader = { userId: due.userId, languageCode };
  const report = await reportOf(tx, { found, span, reader, now });
  return { setting: { found, span, report, brandId: seen.brandId }, to: me.email, withPdf };
}
