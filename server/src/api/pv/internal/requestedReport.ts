import type { ParsedOf } from '@helioport/contract/endpoint';
import type { pv } from '@helioport/contract/pv';
import type { Call } from '../../../access/handler.ts';
import { findSite } from '../../../queries/findSite.ts';
import { reportOf, requestedSpan } from '../../../queries/report/report.ts';

type ReportCall = Pick<Call<typeof pv.reportView>, 'tx' | 'visible' | 'now' | 'me' | 'lan' | 'origin'> & {
  input: ParsedOf<typeof pv.reportView>;
};

/** The requested report, in the language named by the call, else that of the caller. */
export async function requestedReport(call: ReportCall) {
  const { tx, now, input, me, lan, origin } = call;
  const found = await findSite(call, input.sid);
  const span = requestedSpan(input, found.timezone, now);
  const reader = { userId: me.userId, languageCode: input.languageCode ?? lan };
  const report = await reportOf(tx, { found, span, reader, now });
  return { found, span, report, brandId: origin.brandId };
}
