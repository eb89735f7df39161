import type { pv } from '@helioport/contract/pv';
import type { Handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { mailReport } from '../../reads/report/mailed.ts';
import { mayRequestMail } from '../../records/mailRequests.ts';
import { reportSettingsOf } from '../../records/reportSettings.ts';
import { askedReport } from './parts/askedReport.ts';

const reportMail: Handler<typeof pv.reportMail> = async (call) => {
  const { tx, me, now, services } = call;
  const asked = await askedReport(call);
  if (!(await mayRequestMail(tx, { email: me.email, kind: 'report', now }))) fail('request.tooMany');
  const { withPdf } = await reportSettingsOf(tx, { siteId: asked.found.id, userId: me.userId });
  const { publicUrl } = services.config;
  await mailReport(tx, { ...asked, to: me.email, withPdf, publicUrl, now });
  return { email: me.email };
};

export default reportMail;
