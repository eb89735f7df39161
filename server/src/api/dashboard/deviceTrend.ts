import type { dashboard } from '@helioport/contract/dashboard';
import type { OutputOf } from '@helioport/contract/endpoint';
import { DAY_MS } from '@helioport/domain/duration';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';

type Span = OutputOf<typeof dashboard.deviceTrend>['days'][number];

const DAYS = 7;
const WEEKS = 12;

export default handler<typeof dashboard.deviceTrend>(async ({ visible, share, tx, now }) => {
  const today = dayOf(now);
  const counts = await share('dashboard.trend', today, async () => {
    const since = new Date(Date.parse(today) - (WEEKS * 7 - 1) * DAY_MS);
    const { rows } = await sql<{ day: string; users: number; devices: number }>`
      select day::text, sum(users)::int as users, sum(devices)::int as devices from (
        select (u.created_at at time zone 'UTC')::date as day, count(*) as users, 0 as devices
        from ${visible.users} u where u.created_at >= ${since} group by 1
        union all
        select (d.claimed_at at time zone 'UTC')::date, 0, count(*) from ${visible.devices} d
        where d.claimed_at >= ${since} and d.site_id is not null and d.parent_id is null and d.retired_at is null group by 1
      ) each group by day`.execute(tx);
    return new Map(rows.map(({ day, ...row }) => [day, row]));
  });
  const spans = (count: number, days: number): Span[] =>
    Array.from({ length: count }, (_, i) => {
      const last = Date.parse(today) - (count - 1 - i) * days * DAY_MS;
      const inside = Array.from({ length: days }, (_day, back) => dayOf(last - (days - 1 - back) * DAY_MS));
      const sum = (field: 'users' | 'devices') =>
        inside.reduce((total, day) => total + (counts.get(day)?.[field] ?? 0), 0);
      return { from: inside[0] ?? today, to: dayOf(last), users: sum('users'), devices: sum('devices') };
    });
  return { days: spans(DAYS, 1), weeks: spans(WEEKS, 7) };
});

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
