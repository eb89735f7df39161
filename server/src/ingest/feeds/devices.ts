// The devices of a feed. Each is created in the plant of the feed with its first value, under a serial number that starts
// with the random one of the feed.
import { createHash } from 'node:crypto';
import { snOf } from '@helioport/domain/deviceIdentity';
import type { FeedReading } from '@helioport/protocol/feeds/values';
import { sql } from 'kysely';
import { type Db, inTransaction } from '../../platform/db.ts';
import { claim } from '../../repositories/claims.ts';
import type { Feed } from '../../repositories/feeds.ts';
import { moveDevice } from '../../timeseries/retention/move.ts';

/** Most devices of one feed. */
export const FEED_DEVICES_MAX = 32;

const suffix = { pv: 'PV', grid: 'GRID', battery: 'BATT' } as const;
const ALIAS_MAX = 60;

type Named = Pick<FeedReading, 'source' | 'role' | 'label'>;

/** The serial number of a device. A source that is no such text as it is gets a hash, so that two never share one. */
export function feedSerial(feed: Pick<Feed, 'serial'>, { source, role }: Omit<Named, 'label'>): string {
  const start = `${feed.serial}-${suffix[role]}`;
  if (source === '') return start;
  if (/^[0-9A-Z](?:[0-9A-Z-]{0,12}[0-9A-Z])?$/.test(source)) return `${start}-${source}`;
  const hash = createHash('sha256').update(source).digest('hex').slice(0, 8).toUpperCase();
  return `${start}-${source
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .slice(0, 6)}${hash}`;
}

/**
 * Makes sure that the devices of these readings are in the plant of the feed. Returns the reason for each serial number
 * that is not.
 */
export async function ensureFeedDevices(
  db: Db,
  feed: Feed,
  readings: readonly Named[],
  now: number,
): Promise<ReadonlyMap<string, string>> {
  const wanted = new Map(readings.map((one) => [feedSerial(feed, one), one]));
  const sns = [...wanted.keys()].map((serial) => snOf(feed.kind, serial));
  const { rows } = await sql<{ serial: string; isHere: boolean }>`
    select serial, coalesce(site_id = ${feed.siteId}, false) and retired_at is null as "isHere"
    from devices where sn = any(${sns}::text[])`.execute(db);
  const refused = new Map<string, string>();
  for (const { serial, isHere } of rows)
    if (!isHere) refused.set(serial, 'the device of this feed was removed from the plant');
  const known = new Set(rows.map(({ serial }) => serial));
  const missing = [...wanted].filter(([serial]) => !known.has(serial));
  if (missing.length === 0) return refused;

  await inTransaction(db, 'write', async (tx) => {
    const { rows: counted } = await sql<{ count: number }>`
      select count(*)::int as count from devices
      where vendor = ${feed.kind} and starts_with(serial, ${`${feed.serial}-`})`.execute(tx);
    let remaining = FEED_DEVICES_MAX - (counted[0]?.count ?? 0);
    for (const [serial, { source, label = source }] of missing.sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (remaining-- <= 0) {
        refused.set(serial, `a feed has at most ${FEED_DEVICES_MAX} devices`);
        continue;
      }
      const alias = (label === '' ? feed.name : `${feed.name} ${label}`).slice(0, ALIAS_MAX);
      const { status } = await claim(
        tx,
        { vendor: feed.kind, serial, siteId: feed.siteId, alias, now },
        moveDevice,
      );
      if (status !== 'claimed' && status !== 'already')
        refused.set(serial, `the device cannot be created: ${status}`);
    }
  });
  return refused;
}
