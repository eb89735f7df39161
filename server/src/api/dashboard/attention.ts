import type { dashboard } from '@helioport/contract/dashboard';
import type { OutputOf } from '@helioport/contract/endpoint';
import { alarmsPage, outboxPage, pvPlantPage } from '@helioport/contract/grants';
import { alarmKinds } from '@helioport/domain/alarms';
import { severityOfKind } from '@helioport/domain/condition';
import { kindsOfList } from '@helioport/domain/deviceKinds';
import { reportingStateAt, type StateKey, stateKeys } from '@helioport/domain/state';
import { sql } from 'kysely';
import { type Call, handler } from '../../access/handler.ts';
import { mailStateOf } from '../../queries/mailState.ts';
import { deviceShownSql } from '../../timeseries/current/state.ts';

type Attention = OutputOf<typeof dashboard.attention>;
type AttentionCall = Call<typeof dashboard.attention>;

export default handler<typeof dashboard.attention>(async (call) => {
  const { pages } = call.me;
  const { share } = call;
  return {
    alarms: pages.has(alarmsPage.name) ? await share('dashboard.alarms', null, () => alarmsOf(call)) : null,
    devices: pages.has(pvPlantPage.name)
      ? await share('dashboard.silence', null, () => devicesOf(call))
      : null,
    // Read from `visible.mails`, which is empty for roles that do not run the portal: their count would be a false 0.
    mails: pages.has(outboxPage.name) && call.me.isOperator ? await mailsOf(call) : null,
  };
});

/** As the list of alarms counts them: neither grouped nor muted ones. */
async function alarmsOf({ visible, tx, now }: AttentionCall): Promise<Attention['alarms']> {
  const { rows } = await sql<{ kind: string; open: number; acknowledged: number }>`
    select a.kind, count(*) filter (where a.acknowledged_at is null)::int as open,
      count(*) filter (where a.acknowledged_at is not null)::int as acknowledged
    from alarm a join ${visible.sites} s on s.id = a.site_id
    where a.ended_at is null and not a.is_grouped and a.kind = any(${alarmKinds.map(({ kind }) => kind)}::text[])
      and not coalesce(a.snoozed_until > ${new Date(now)}, false)
    group by a.kind`.execute(tx);
  const open = (severity: string) =>
    rows.reduce((sum, row) => sum + (severityOfKind(row.kind) === severity ? row.open : 0), 0);
  return {
    critical: open('critical'),
    major: open('major'),
    minor: open('minor'),
    acknowledged: rows.reduce((sum, row) => sum + row.acknowledged, 0),
  };
}

async function devicesOf({ visible, tx, now }: AttentionCall): Promise<Attention['devices']> {
  const { rows } = await sql<{ shown: number; count: number }>`
    select one.shown, count(*)::int as count
    from (
      select ${deviceShownSql(now)} as shown
      from ${visible.devices} d
      left join sites s on s.id = d.site_id
      left join latest l on l.site_id = d.site_id and l.device_id = d.id
      left join device_issue dt on dt.site_id = d.site_id and dt.device_id = d.id
      left join device_condition dc on dc.site_id = d.site_id and dc.device_id = d.id
      where d.retired_at is null and d.parent_id is null and d.kind = any(${kindsOfList('index')}::text[])
      offset 0
    ) one group by 1`.execute(tx);
  const sum = (isWanted: (state: StateKey) => boolean) =>
    rows.reduce((all, { shown, count }) => all + (isWanted(reportingStateAt(shown).state) ? count : 0), 0);
  const states = Object.fromEntries(stateKeys.map((key) => [key, sum((state) => state === key)])) as Record<
    StateKey,
    number
  >;
  return { total: sum(() => true), states };
}

async function mailsOf({ visible, tx, now, services }: AttentionCall): Promise<Attention['mails']> {
  const hasServer = services.config.smtp !== undefined;
  const { rows } = await sql<{ state: string; count: number }>`
    select ${mailStateOf(hasServer, now)} as state, count(*)::int as count from ${visible.mails} m
    where m.sent_at is null group by 1`.execute(tx);
  const count = (state: string) => rows.find((row) => row.state === state)?.count ?? 0;
  return { waiting: count('waiting'), failed: count('failed'), kept: count('kept'), hasServer };
}
