import type { pv } from '@helioport/contract/pv';
import { handler } from '../../access/handler.ts';
import { findSitePlace } from '../../queries/findSite.ts';
import { reportSettingsOf } from '../../repositories/reportSettings.ts';

export default handler<typeof pv.reportSettings>(async (call) => {
  const { input, me, tx } = call;
  const { id } = await findSitePlace(call, input.sid);
  const settings = await reportSettingsOf(tx, { siteId: id, userId: me.userId });
  const { daily, weekly, monthly, yearly, languageCode, withPdf } = settings;
  const { alertHourly, alertTime, alertStart, alertEnd } = settings;
  return {
    sid: input.sid,
    email: me.email,
    daily,
    weekly,
    monthly,
    yearly,
    languageCode,
    withPdf,
    alertHourly,
    alertTime,
    alertStart,
    alertEnd,
  };
});
