import type { finding } from '@helioport/contract/finding';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { dayCurveOf } from '../../timeseries/analytics/dayCurve.ts';
import { dailyOf } from '../../timeseries/analytics/expectedDays.ts';
import { findBehind } from './internal/behind.ts';
import { proofDays } from './internal/proof.ts';

export default handler<typeof finding.day>(async (call) => {
  const { input, tx, now } = call;
  const behind = await findBehind(call, input.id);
  const { plant, untilDay } = behind;
  if (!plant) return fail('finding.unknown');
  const requestedDay =
    input.date ??
    proofDays(await dailyOf(tx, plant, behind, behind.sinceDay, untilDay), behind)[0] ??
    untilDay;
  const { startMs, source, ...curve } = await dayCurveOf(tx, plant, behind, requestedDay, now);
  return { ...curve, startAt: startMs, irradianceSource: source };
});
