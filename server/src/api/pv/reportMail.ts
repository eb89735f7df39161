import type { pv } from '@helioport/contract/pv';
import { type EarlyCall, withPreparation } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { mailReport, printedReport } from '../../queries/report/mailed.ts';
import { mayRequestMail } from '../../repositories/mailRequests.ts';
import { reportSettingsOf } from '../../repositories/reportSettings.ts';
import { requestedReport } from './internal/requestedReport.ts';

/** The report and, if requested, its PDF, rendered before the transaction. */
async function prepare(call: EarlyCall<typeof pv.reportMail>) {
  const { tx, me } = call;
  const report = await requestedReport(call);
  const { withPdf } = await reportSettingsOf(tx, { siteId: report.found.id, userId: me.userId });
  return { report, file: withPdf ? await printedReport(tx, report) : undefined };
}

export default withPreparation<typeof pv.reportMail, Awaited<ReturnType<typeof prepare>>>(
  prepare,
  async (call, prepared) => {
    const { tx, me, now, services } = call;
    const { report, file } = prepared;
    if (!(await mayRequestMail(tx, { email: me.email, kind: 'report', now }))) fail('request.tooMany');
    const { publicUrl } = services.config;
    await mailReport(tx, { ...report, to: me.email, file, publicUrl, now });
    return { email: me.email };
  },
);
