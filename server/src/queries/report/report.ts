// A report of a plant, from its values to its texts, for users who may see the plant.

import { plantFindingsModule } from '@helioport/contract/grants';
import { moneyModule } from '@helioport/contract/money';
import { localDay } from '@helioport/domain/periods';
import { type ReportKind, type ReportPeriod, reportSpanOf, type Span } from '@helioport/domain/reportSpans';
import { personAway } from '../../access/session.ts';
import type { Tx } from '../../platform/db.ts';
import type { FoundSite } from '../findSite.ts';
import { siteNowOf } from '../stateNow.ts';
import { contentOf, type ReportContent } from './content.ts';
import { reportTotals } from './figures.ts';
import { periodFindings } from './findings.ts';
import { type Reader, readerOf, writingOf } from './reader.ts';

export interface Report {
  content: ReportContent;
  reader: Reader;
}

/** Fields of a call that select the report. */
export interface RequestedReport {
  period: ReportPeriod;
  date: string | null;
  hour: number;
  rangeDate: { from: string; to: string } | null;
}

/** Requested days of the plant at the instant `now` (ms). */
export const requestedSpan = (requested: RequestedReport, timeZone: string, now: number): Span =>
  reportSpanOf(
    { period: requested.period, day: requested.date, hour: requested.hour, range: requested.rangeDate },
    localDay(now, timeZone),
  );

/** The days of a scheduled report. */
export const dueSpan = ({ kind, from }: { kind: ReportKind; from: string }): Span =>
  reportSpanOf({ period: kind, day: from, hour: 0, range: null }, from);

interface ForWhom {
  userId: number;
  /** Null: the language of the account. */
  languageCode: number | null;
}

/** The report of a period, in the language and formats of a user. */
export async function reportOf(
  tx: Tx,
  { found, span, reader: whom, now }: { found: FoundSite; span: Span; reader: ForWhom; now: number },
): Promise<Report> {
  const writing = await writingOf(tx, whom.userId);
  const reader = readerOf({ ...writing, languageCode: whom.languageCode ?? writing.languageCode });
  const known = await reportTotals(tx, found, span, now);
  const { modules } = await personAway(tx, whom.userId);
  const totals = { ...known, isPriced: known.isPriced && modules.has(moneyModule) };
  const isLong = span.shape === 'month' || span.shape === 'year';
  const findings =
    isLong && modules.has(plantFindingsModule.name) ? await periodFindings(tx, found, span) : null;
  const { verdict: condition } = siteNowOf(found, reader.languageCode, now);
  return { reader, content: contentOf({ found, condition, totals, findings, now }, reader) };
}
