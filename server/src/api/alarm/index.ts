// Alarms of plants, and actions of users on them.
export { default as acknowledge } from './acknowledge.ts';
export { default as assign } from './assign.ts';
export { default as assignees } from './assignees.ts';
export { default as clear } from './clear.ts';
export { default as comment } from './comment.ts';
export { default as count } from './count.ts';
export { default as detail } from './detail.ts';
export { default as list } from './list.ts';
export { default as mailed } from './mailed.ts';
export { default as mailedAcknowledge } from './mailedAcknowledge.ts';
export { default as notices } from './notices.ts';
export { default as noticesPush } from './noticesPush.ts';
export { default as noticesPushEnd } from './noticesPushEnd.ts';
export { default as noticesPushKey } from './noticesPushKey.ts';
export { default as noticesSet } from './noticesSet.ts';
export { default as noticesTest } from './noticesTest.ts';
export { default as snooze } from './snooze.ts';
