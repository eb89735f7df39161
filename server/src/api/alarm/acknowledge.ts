import type { alarm } from '@helioport/contract/alarm';
import type { Handler } from '../../access/handler.ts';
import { actOnActive } from './internal/named.ts';

const acknowledge: Handler<typeof alarm.acknowledge> = (call) =>
  actOnActive(call, call.input.alarmIds, { step: 'acknowledged' }, call.input.comment);

export default acknowledge;
