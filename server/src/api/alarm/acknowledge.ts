import type { alarm } from '@helioport/contract/alarm';
import type { Handler } from '../../access/handler.ts';
import { actOnStanding } from './internal/named.ts';

const acknowledge: Handler<typeof alarm.acknowledge> = (call) =>
  actOnStanding(call, call.input.alarmIds, { step: 'acknowledged' }, call.input.comment);

export default acknowledge;
