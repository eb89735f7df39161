// History of some demo alarms: one that ended, a gateway whose data arrived late, one acknowledged by a user, and one
// muted until a new module arrives. The last two are detected again once readings exist, and keep their state.
import { DAY_MS, HOUR_MS } from '@helioport/domain/duration';
import { addDays, dayBounds, localDay } from '@helioport/domain/periods';
import { sql } from 'kysely';
import type { Tx } from '../src/platform/db.ts';

interface PastAlarm {
  sid: string;
  kind: string;
  /** Of the device that is in it; absent: the whole plant. */
  serial?: string;
  addrs?: number[];
  /** Days ago, and the hour of the plant's day, at which it began, and hours that it lasted. */
  daysAgo: number;
  hour: number;
  hours: number;
  ended: 'over' | 'recovered';
  /** What its installer did, hours after it began. */
  deeds?: { step: 'acknowledged' | 'snoozed' | 'commented'; hours: number; comment: string }[];
}

const alarms: readonly PastAlarm[] = [
  { sid: 'AU_20240115_Hw5J', kind: '0010', daysAgo: 4, hour: 13, hours: 2, ended: 'over' },
  {
    sid: 'DE_20240312_9kQm',
    kind: 'plantSilent',
    daysAgo: 12,
    hour: 12,
    hours: 70,
    ended: 'recovered',
    deeds: [{ step: 'commented', hours: 70, comment: 'The router was unplugged. It is connected again.' }],
  },
  {
    sid: 'KE_20230705_Ge9a',
    kind: '2000',
    serial: '86DD0005',
    daysAgo: 6,
    hour: 9,
    hours: 120,
    ended: 'over',
    deeds: [
      {
        step: 'acknowledged',
        hours: 3,
        comment: 'Needs two people and a ladder. Visit scheduled for Thursday.',
      },
    ],
  },
  {
    sid: 'NL_20230918_Vb7x',
    kind: 'modulesMakeNothing',
    serial: '86D40006',
    addrs: [3],
    daysAgo: 9,
    hour: 14,
    hours: 190,
    ended: 'over',
    deeds: [{ step: 'snoozed', hours: 20, comment: 'Replacement module ordered, delivery in four weeks.' }],
  },
  {
    sid: 'NL_20230918_Vb7x',
    kind: 'moduleWeak',
    serial: '86D40003',
    addrs: [2],
    daysAgo: 24,
    hour: 0,
    hours: 290,
    ended: 'over',
    deeds: [{ step: 'commented', hours: 240, comment: 'Leaves removed from the module.' }],
  },
  { sid: 'AU_20240115_Hw5J', kind: 'plantZero', daysAgo: 15, hour: 10, hours: 5, ended: 'over' },
];

/** Writes them down, for plants that are there. */
export async function seedAlarms(tx: Tx, now: number): Promise<void> {
  for (const alarm of alarms) await seedAlarm(tx, alarm, now);
}

async function seedAlarm(tx: Tx, alarm: PastAlarm, now: number): Promise<void> {
  const { rows } = await sql<{
    siteId: number;
    timeZone: string;
    userId: number | null;
    deviceId: number | null;
  }>`
    select s.id as "siteId", s.timezone as "timeZone", coalesce(s.installer_id, s.owner_id) as "userId",
      (select d.id from devices d where d.site_id = s.id and d.serial = ${alarm.serial ?? ''} limit 1) as "deviceId"
    from sites s where s.sid = ${alarm.sid}`.execute(tx);
  const [plant] = rows;
  if (!plant) return;
  const { siteId, timeZone, userId, deviceId } = plant;
  const day = addDays(localDay(now, timeZone), -alarm.daysAgo);
  const begunMs = dayBounds(day, timeZone).startMs + alarm.hour * HOUR_MS;
  const at = (hours: number) => new Date(Math.min(begunMs + hours * HOUR_MS, now - HOUR_MS));
  const deeds = alarm.deeds ?? [];
  const when = (step: string) => deeds.find((one) => one.step === step);
  const known = when('acknowledged');
  const until = when('snoozed') ? new Date(now + 28 * DAY_MS) : null;
  const raised = await sql<{ id: number }>`
    insert into alarm (site_id, kind, device_id, device_ids, addrs, begun_at, since_day, raised_at, revised_at, ended_at, ended,
                       is_active, acknowledged_at, acknowledged_by, assigned_to, snoozed_until)
    values (${siteId}, ${alarm.kind}, ${alarm.addrs ? deviceId : 0}, ${deviceId === null ? [] : [deviceId]}::bigint[],
            ${alarm.addrs ?? []}::smallint[], ${at(0)}, ${day}, ${at(1)}, ${at(1)}, ${at(alarm.hours)}, ${alarm.ended}, false,
            ${known ? at(known.hours) : null}, ${known ? userId : null}, ${known ? userId : null}, ${until})
    returning id`.execute(tx);
  const id = raised.rows[0]!.id;
  const steps = [
    { at: at(1), step: 'raised', userId: null, until: null, comment: '' },
    ...deeds.map(({ step, hours, comment }) => ({
      at: at(hours),
      step,
      userId,
      comment,
      until: step === 'snoozed' ? until : null,
    })),
    { at: at(alarm.hours), step: 'cleared', userId: null, until: null, comment: '' },
    ...(alarm.ended === 'recovered'
      ? [{ at: at(alarm.hours + 1), step: 'recovered', userId: null, until: null, comment: '' }]
      : []),
  ].sort((a, b) => a.at.getTime() - b.at.getTime());
  for (const step of steps)
    await sql`
      insert into alarm_step (site_id, alarm_id, at, step, user_id, until, comment)
      values (${siteId}, ${id}, ${step.at}, ${step.step}, ${step.userId}, ${step.until}, ${step.comment})`.execute(
      tx,
    );
}
