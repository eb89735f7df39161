import type { pv } from '@helioport/contract/pv';
import { handler } from '../../access/handler.ts';
import { reportSettingsOf } from '../../repositories/reportSettings.ts';
import { plantOfSn } from './internal/plantOfSn.ts';

export default handler<typeof pv.snReportSettings>(async (call) => {
  const { siteId } = await plantOfSn(call);
  const settings = await reportSettingsOf(call.tx, { siteId, userId: call.me.userId });
  return {
    sn: call.input.sn,
    optionsDaily: settings.daily,
    optionsWeekly: settings.weekly,
    optionsMonthly: settings.monthly,
    alertHourly: settings.alertHourly,
    alertTime: settings.alertTime,
    alertStart: String(settings.alertStart),
    alertEnd: String(settings.alertEnd),
  };
});
