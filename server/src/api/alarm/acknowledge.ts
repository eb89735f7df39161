import type { alarm } from '@helioport/contract/alarm';
import { handler } from '../../access/handler.ts';
import { actOnActive } from './internal/named.ts';

export default handler<typeof alarm.acknowledge>((call) =>
  actOnActive(call, call.input.alarmIds, { step: 'acknowledged' }, call.input.comment),
);
