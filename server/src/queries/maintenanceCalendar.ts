// The maintenance calendar of a user in iCalendar format (RFC 5545): due dates, visits and warranty ends of the cases of
// all plants that the user sees. All entries last a day of the plant and have no time.

import { fleetPage } from '@helioport/contract/grants';
import { DAY_MS } from '@helioport/domain/duration';
import { defaultLanguage } from '@helioport/domain/languages';
import ical, { ICalEventBusyStatus, ICalEventTransparency } from 'ical-generator';
import { sql } from 'kysely';
import { personAway } from '../access/session.ts';
import { visibleTo } from '../access/visible.ts';
import type { Columns } from '../platform/databaseTypes.ts';
import type { Tx } from '../platform/db.ts';
import { translate } from '../platform/texts.ts';
import { nameSql } from './assignable.ts';

/** Earlier entries are left out. */
const PAST_DAYS = 180;
/** Beyond this, the entries that are furthest from today are left out. */
const ENTRIES_MAX = 2_000;

interface Entry extends Columns<'sites', 'street' | 'city'> {
  kind: 'due' | 'visit' | 'warranty';
  /** Of the case; of a visit also its own number. */
  id: number;
  visitId: number | null;
  day: string;
  title: string;
  note: string;
  isDone: boolean;
  assignee: string;
  siteName: string;
  zip: string;
  changedAt: number;
}

interface CalendarRequest {
  tx: Tx;
  userId: number;
  onlyMine: boolean;
  publicUrl: string;
  now: number;
}

/** The calendar as text; undefined if the account is blocked, closed or not confirmed. */
export async function maintenanceCalendar({
  tx,
  userId,
  onlyMine,
  publicUrl,
  now,
}: CalendarRequest): Promise<string | undefined> {
  const me = await personAway(tx, userId);
  if (me.userId === 0) return undefined;
  const { rows } = await sql<{ language: number }>`
    select language_code as language from users where id = ${userId}`.execute(tx);
  const language = rows[0]?.language ?? defaultLanguage.code;
  const { host } = new URL(publicUrl);
  const calendar = ical({
    name: translate(language, 'calendar.name'),
    prodId: { company: 'Helioport', product: 'Maintenance', language: 'EN' },
    ttl: 3_600,
  });
  const entries = me.pages.has(fleetPage.name)
    ? await entriesOf({ tx, me, visible: visibleTo(me, now), onlyMine, now })
    : [];
  for (const entry of entries) {
    const { kind, id, visitId, day, title, note, siteName, street, zip, city, assignee } = entry;
    const number = `C-${id}`;
    const url = `${publicUrl}/fleet/case?id=${id}`;
    const lines = [
      `${number} ${title}`,
      siteName,
      ...(assignee === '' ? [] : [translate(language, 'calendar.assignee', { name: assignee })]),
      ...(entry.isDone ? [translate(language, 'calendar.visitDone')] : []),
      ...(note === '' ? [] : [note]),
    ];
    calendar.createEvent({
      id: `case-${id}-${kind}${visitId === null ? '' : `-${visitId}`}@${host}`,
      start: new Date(`${day}T00:00:00Z`),
      end: new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS),
      allDay: true,
      stamp: new Date(entry.changedAt),
      summary: clean(translate(language, `calendar.entry.${kind}`, { subject: title, plant: siteName })),
      description: clean(lines.join('\n')),
      location: clean([street, `${zip} ${city}`.trim()].filter((part) => part !== '').join(', ')),
      url,
      transparency: ICalEventTransparency.TRANSPARENT,
      busystatus: ICalEventBusyStatus.FREE,
    });
  }
  return calendar.toString();
}

/** Texts of users without control characters, which the format forbids. */
const clean = (text: string): string => text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]/gu, '');

async function entriesOf({
  tx,
  me,
  visible,
  onlyMine,
  now,
}: Pick<CalendarRequest, 'tx' | 'onlyMine' | 'now'> & {
  me: { userId: number };
  visible: ReturnType<typeof visibleTo>;
}): Promise<Entry[]> {
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const [from, today] = [dayOf(now - PAST_DAYS * DAY_MS), dayOf(now)];
  const { rows } = await sql<Entry>`
    select e.kind, c.id, e.visit_id as "visitId", e.day::text as day, c.title, e.note, e.is_done as "isDone",
      ${nameSql('u')} as assignee, s.name as "siteName", s.street, s.zip_code as zip, s.city,
      (extract(epoch from c.changed_at) * 1000)::float8 as "changedAt"
    from cases c
    join ${visible.sites} s on s.id = c.site_id
    cross join lateral (
      select 'due' as kind, null::bigint as visit_id, c.due_day as day, '' as note, false as is_done, c.assigned_to as user_id
        where c.closed_at is null and c.due_day is not null
      union all
      select 'warranty', null, c.warranty_until, c.warranty_note, false, c.assigned_to
        where c.warranty_until is not null
      union all
      select 'visit', v.id, v.day, v.note, v.is_done, v.user_id from case_visits v
        where v.site_id = c.site_id and v.case_id = c.id
    ) e
    left join ${visible.users} u on u.id = e.user_id
    where e.day >= ${from}::date and (not ${onlyMine} or e.user_id = ${me.userId})
    order by abs(e.day - ${today}::date), c.id, e.kind, e.visit_id limit ${ENTRIES_MAX}`.execute(tx);
  return rows;
}
