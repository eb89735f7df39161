// Sends reports every few minutes for plants where it is morning and whose values are settled.
import { sendDueReport } from '../queries/report/due.ts';
import { type DueReport, dueReports, type Subscription } from '../repositories/reportSettings.ts';
import { isSettled } from '../timeseries/query/settled.ts';
import type { JobParts } from './jobParts.ts';

type Parts = Pick<JobParts, 'db' | 'clock' | 'log' | 'publicUrl'>;

const AT_ONCE = 500;
/** From this hour in plant time, a report no longer waits for late data; it states its completeness. */
const LATEST_HOUR = 11;

/** Sends due reports, each once even with several processes; returns their number. */
export async function sendReports(parts: Parts, isStopping: () => boolean): Promise<number> {
  const { db, clock } = parts;
  let sent = 0;
  let after: Subscription | undefined = { siteId: 0, userId: 0 };
  while (after !== undefined && !isStopping()) {
    const { due, last } = await dueReports(db, { after, limit: AT_ONCE, now: clock() });
    for (const one of due) if (!isStopping() && (await send(parts, one))) sent += 1;
    after = last;
  }
  return sent;
}

async function send({ db, clock, log, publicUrl }: Parts, due: DueReport): Promise<boolean> {
  if (due.hour < LATEST_HOUR && !(await isSettled(db, due.siteId, due))) return false;
  try {
    return await sendDueReport(db, due, { publicUrl, now: clock() });
  } catch (error) {
    // Nothing was written; retried in some minutes.
    log.error({ err: error, site: due.siteId, kind: due.kind }, 'report not created');
    return false;
  }
}
