import type { alarm } from '@helioport/contract/alarm';
import { handler } from '../../access/handler.ts';
import { takeStep } from '../../timeseries/alarms/steps.ts';
import { mailedAlarm } from './internal/mailed.ts';

export default handler<typeof alarm.mailedAcknowledge>(async (call) => {
  const { alarm: found, userId } = await mailedAlarm(call, true);
  await takeStep(call.tx, [found], { step: 'acknowledged', userId, comment: '', now: call.now });
  return {};
});
