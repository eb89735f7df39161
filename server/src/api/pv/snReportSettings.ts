import type { pv } from '@helioport/contract/pv';
import type { Handler } from '../../access/handler.ts';
import { reportSettingsOf } from '../../repositories/reportSettings.ts';
import { plantOfSn } from './internal/plantOfSn.ts';

const snReportSettings: Handler<typeof pv.snReportSettings> = async (call) => {
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
};

export default snReportSettings;
