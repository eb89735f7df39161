// Alarms of plants, and actions of users on them.
import { alarm } from '@helioport/contract/alarm';
import { fulfil } from '../../access/handler.ts';
import acknowledge from './acknowledge.ts';
import assign from './assign.ts';
import assignees from './assignees.ts';
import clear from './clear.ts';
import comment from './comment.ts';
import count from './count.ts';
import detail from './detail.ts';
import list from './list.ts';
import mailed from './mailed.ts';
import mailedAcknowledge from './mailedAcknowledge.ts';
import notices from './notices.ts';
import noticesPush from './noticesPush.ts';
import noticesPushEnd from './noticesPushEnd.ts';
import noticesPushKey from './noticesPushKey.ts';
import noticesSet from './noticesSet.ts';
import noticesTest from './noticesTest.ts';
import snooze from './snooze.ts';

export default fulfil(alarm, {
  list,
  count,
  detail,
  assignees,
  acknowledge,
  assign,
  snooze,
  comment,
  clear,
  mailed,
  mailedAcknowledge,
  notices,
  noticesSet,
  noticesTest,
  noticesPushKey,
  noticesPush,
  noticesPushEnd,
});
