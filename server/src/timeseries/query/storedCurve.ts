// The stored day curve of a plant, if still valid: no reading of the day has changed since.
import { sql } from 'kysely';
import type { Db } from '../../platform/db.ts';
import { runPrepared } from '../../platform/prepared.ts';
import { CurveUnreadable, type PowerByRole, unpackCurve } from '../codec/curve.ts';
import { roleOf } from '../kinds.ts';
import type { Kinds } from '../readings/readings.ts';
import type { Slots } from '../slots/slots.ts';

interface KnownOfDay {
  /** The devices whose readings the day may have. */
  kinds: Kinds;
  /** Power from the stored curve; null if it must be calculated. */
  power: PowerByRole | null;
}

/**
 * The devices of a plant, and its stored curve of a day if valid. Every change of a day's readings marks the day in the
 * same transaction, so a curve is valid only while the day is unmarked, checked in one statement. Days without detail
 * have none, and a different start means another time zone. The number of readings must match that of the day, because
 * a process of an older version recalculates the day without its curve. The role of a device follows from its current
 * reading, and a change of it marks nothing: a curve with other roles is ignored. An unreadable curve raises a process
 * warning (`CurveUnreadable`) and is ignored.
 */
export async function knownOfDay(db: Db, siteId: number, day: string, slots: Slots): Promise<KnownOfDay> {
  const statement = sql<{ ids: string | null; kinds: string | null; bytes: Buffer | null }>`
    select l.ids, l.kinds, c.bytes
    from (
      select array_agg(device_id order by device_id)::text as ids, array_agg(kind order by device_id)::text as kinds
      from latest where site_id = ${siteId}
    ) l
    left join (
      select s.bytes from site_curve s
      join site_day d on d.site_id = ${siteId} and d.day = ${day} and d.samples = s.samples
      where s.site_id = ${siteId} and s.day = ${day} and s.start_at = to_timestamp(${slots.startMs}::float8 / 1000)
        and not exists (select from dirty_day where site_id = ${siteId} and day = ${day})
        and not exists (select from retention where detail_from > ${day})
    ) c on true`;
  const [row] = await runPrepared(db, 'curve-known', statement);
  const [ids, numbers] = [listOf(row?.ids), listOf(row?.kinds)];
  const kinds = ids.map((id, i) => [id, numbers[i]!] as const);
  const power = row?.bytes ? powerIn(row.bytes, { siteId, day, slots, kinds }) : null;
  return { kinds, power };
}

const listOf = (text: string | null | undefined): number[] =>
  text ? text.slice(1, -1).split(',').map(Number) : [];

/** Curves already reported, so that a chart that is refreshed all day warns once. */
const warned = new Set<string>();
const MOST_WARNED = 1000;

function powerIn(
  bytes: Buffer,
  { siteId, day, slots, kinds }: { siteId: number; day: string; slots: Slots; kinds: Kinds },
): PowerByRole | null {
  try {
    const { deviceIds, kinds: kindsThen, power } = unpackCurve(bytes, { siteId, startMs: slots.startMs });
    const now = new Map(kinds);
    const isOfThese = deviceIds.every((id, i) => {
      const kind = now.get(id);
      return kind !== undefined && roleOf(kind) === roleOf(kindsThen[i]!);
    });
    return isOfThese && power.sun.length === slots.count ? power : null;
  } catch (error) {
    if (!(error instanceof CurveUnreadable)) throw error;
    const which = `${siteId} ${day}`;
    if (!warned.has(which) && warned.size < MOST_WARNED) {
      warned.add(which);
      error.message = `the stored curve of plant ${siteId} on ${day} is made of its readings: ${error.message}`;
      process.emitWarning(error);
    }
    return null;
  }
}
