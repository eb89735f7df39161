import type { pv } from '@helioport/contract/pv';
import { handler } from '../../access/handler.ts';
import { plantOfSn } from './internal/plantOfSn.ts';
import { saveSettings } from './internal/saveSettings.ts';

export default handler<typeof pv.snReportSetUp>(async (call) => {
  const { input } = call;
  const { optionsDaily, optionsWeekly, optionsMonthly, alertHourly, alertTime, from } = input;
  const hour = (given: string | null | undefined, known: number) => Number(given ?? known);
  await saveSettings({
    ...call,
    site: await plantOfSn(call),
    subject: input.sn,
    change: (before) => ({
      daily: optionsDaily,
      weekly: optionsWeekly,
      monthly: optionsMonthly,
      alertHourly,
      alertTime,
      alertStart: hour(input.alertStart ?? from[0], before.alertStart),
      alertEnd: hour(input.alertEnd ?? from[1], before.alertEnd),
    }),
  });
  return {};
});
