import type { device } from '@helioport/contract/device';
import type { OutputOf } from '@helioport/contract/endpoint';
import { type Alarm, alarmStateOf } from '@helioport/domain/alarms';
import { type EventKind, eventKindOf, eventKinds } from '@helioport/domain/eventKinds';
import { addDays, dayNumber } from '@helioport/domain/periods';
import { displayTime } from '@helioport/domain/wire';
import { type RawBuilder, sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { allOf, anyOf, hasWords, orderBy, pageSql } from '../../platform/search.ts';
import { translate } from '../../platform/texts.ts';
import { hasSn } from '../../queries/findDevice.ts';
import { ms } from '../../queries/found.ts';
import { alertOf, modelOf } from '../../queries/words.ts';
import { type EventRow, eventsSql } from '../../timeseries/query/events.ts';

type Answer = OutputOf<typeof device.alerts>['list'][number];

interface Row extends EventRow {
  sid: string;
  siteName: string;
  sn: string;
  alias: string;
  kind: string;
  productNumber: number | null;
  modelByte: number | null;
  timezone: string;
  /** The alarm that it became. */
  alarm: Pick<Alarm, 'id' | 'endedAtMs' | 'ended' | 'acknowledgedAtMs' | 'snoozedUntilMs'> | null;
}

const USUAL_DAYS = 30;
const MOST_DAYS = 366;

export default handler<typeof device.alerts>(async ({ input, visible, tx, now, lan }) => {
  const { filters, sort, page } = input;
  const { from, to } = requestedDays(input.rangeDate, now);
  const devices = sql`
    select d.id, d.site_id, d.sn, s.timezone from ${visible.devices} d join sites s on s.id = d.site_id
    where ${allOf([
      filters.keywords &&
        anyOf([
          hasSn(sql`d.sn`, filters.keywords),
          hasWords(sql`search_key(d.alias)`, filters.keywords),
          hasWords(sql`search_key(s.name)`, filters.keywords),
        ]),
      filters.sid && sql`s.sid = ${filters.sid}`,
      !!input.sid && sql`s.sid = ${input.sid}`,
      !!input.sn && sql`d.sn = ${input.sn}`,
      filters.sn && hasSn(sql`d.sn`, filters.sn),
      filters.site_name && hasWords(sql`search_key(s.name)`, filters.site_name),
    ])}`;
  const found = sql`
    from ${eventsSql({ devices, from, to, now, isGrouped: input.fold })} e join devices d on d.id = e."deviceId"
    where ${filters.alert_code === '' ? sql`true` : isOf(filters.alert_code)}`;
  const order = orderBy(
    sort,
    {
      begunAt: sql`e."begunAt"`,
      lasted: sql`e."lastedMs"`,
      times: sql`e.times`,
      sn: sql`d.sn`,
    },
    sql`${sort.length === 0 ? sql`e."isOpen" desc, ` : sql``} e."begunAt" desc, d.id, e.bit, e.key`,
  );
  const { rows } = await sql<Row & { total: number }>`
    select e.*, s.sid, s.name as "siteName", d.sn, d.alias, d.kind, d.product_number as "productNumber",
      d.model_byte as "modelByte", s.timezone, p.total, (
        select json_build_object('id', a.id, 'ended', a.ended, 'endedAtMs', ${ms(sql`a.ended_at`)},
          'acknowledgedAtMs', ${ms(sql`a.acknowledged_at`)}, 'snoozedUntilMs', ${ms(sql`a.snoozed_until`)})
        from alarm a
        where a.site_id = s.id and a.kind = coalesce(p.key, lpad(to_hex(1 << p.bit), 4, '0')) and a.device_id in (0, p."deviceId")
          and a.begun_at <= coalesce(to_timestamp(p."endedAt" / 1000), ${new Date(now)})
          and coalesce(a.ended_at, ${new Date(now)}) >= to_timestamp(p."begunAt" / 1000)
        order by a.raised_at desc limit 1) as alarm
    from (select e.*, count(*) over () as total ${found} ${order} ${pageSql(page)}) p
    cross join lateral (select p.*) e
    join devices d on d.id = p."deviceId" join sites s on s.id = d.site_id ${order}`.execute(tx);
  return {
    list: rows.flatMap((row) => {
      const kind = kindOf(row);
      return kind ? [answerOf(row, kind, lan, now)] : [];
    }),
    total: rows[0]?.total ?? 0,
  };
});

/** Requested days; plants in the east are already on tomorrow's date. */
function requestedDays(
  range: { from: string; to: string } | null,
  now: number,
): { from: string; to: string } {
  const tomorrow = addDays(new Date(now).toISOString().slice(0, 10), 1);
  if (range === null) return { from: addDays(tomorrow, -USUAL_DAYS), to: tomorrow };
  if (dayNumber(range.to) - dayNumber(range.from) >= MOST_DAYS) fail('echarts.rangeTooLong');
  return range;
}

/** Condition for events of one kind; an unknown kind matches none. */
function isOf(key: string): RawBuilder<unknown> {
  const kind = eventKindOf(key.toLowerCase()) ?? eventKindOf(key);
  if (!kind) return sql`false`;
  return kind.bit === null ? sql`e.key = ${kind.key}` : sql`e.bit = ${kind.bit}`;
}

const kindOf = ({ bit, key }: EventRow): EventKind | undefined =>
  eventKinds.find((kind) => (bit === null ? kind.key === key : kind.bit === bit));

function answerOf(row: Row, kind: EventKind, lan: number, now: number): Answer {
  const { sid, siteName, sn, sns, alias, timezone, begunAt, endedAt, isOpen, times, days } = row;
  return {
    sid,
    siteName,
    sn,
    sns,
    alias,
    timezone,
    begunAt,
    endedAt,
    isOpen,
    times,
    days,
    ...modelOf(row, lan),
    ...wordsOf(kind, lan),
    startTime: displayTime(begunAt, timezone),
    endTime: displayTime(endedAt, timezone),
    key: kind.key,
    severity: kind.severity,
    ownerAdvice: translate(lan, kind.ownerKey),
    installerAdvice: translate(lan, kind.installerKey),
    lastedMs: Math.round(row.lastedMs),
    alarmId: row.alarm?.id ?? null,
    alarmState: row.alarm ? alarmStateOf(row.alarm, now) : null,
  };
}

/** Codes have the same names as in other responses; low light has its own text, because it persisted here. */
function wordsOf({ key, bit, titleKey, explanationKey }: EventKind, lan: number) {
  const alert = bit === null ? undefined : alertOf(1 << bit, lan);
  if (alert && alert.alertCode !== '0000') return alert;
  return {
    alertCode: bit === null ? '' : key,
    alertTitle: translate(lan, titleKey),
    alertDescription: translate(lan, explanationKey),
  };
}
