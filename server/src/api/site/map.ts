import type { OutputOf } from '@helioport/contract/endpoint';
import type { site } from '@helioport/contract/site';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { siteConditions, siteRows } from '../../queries/siteFilters.ts';
import { type FoundSiteNow, siteNowOf, siteNowSql, stateNowOf } from '../../queries/stateNow.ts';

/** As many as the contract promises to carry. */
const MAX_POINTS = 20_000;

type Point = OutputOf<typeof site.map>['list'][number];

interface Row extends FoundSiteNow, Pick<Point, 'sid' | 'siteName' | 'latitude' | 'longitude'> {}

export default handler<typeof site.map>(async ({ input, me, visible, tx, now, lan }) => {
  const { rows } = await sql<Row>`
    select s.sid, s.name as "siteName", s.latitude, s.longitude, s.timezone, ${siteNowSql(now)}
    from ${siteRows({ me, visible })}
    where s.latitude is not null and s.longitude is not null and ${siteConditions(input.filters, now)}
    order by s.id limit ${MAX_POINTS}`.execute(tx);
  return { list: rows.map((row) => pointOf(row, lan, now)) };
});

function pointOf(row: Row, lan: number, now: number): Point {
  const own = siteNowOf(row, lan, now);
  const { sid, siteName, latitude, longitude, nowW } = row;
  return {
    sid,
    siteName,
    latitude,
    longitude,
    now: nowW,
    status: own.status,
    ...stateNowOf(own),
    verdict: own.verdict,
  };
}
