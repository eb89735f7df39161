// The readings of a plant as line protocol, page by page: a reader that takes them slowly holds no transaction.
import { sql } from 'kysely';
import type { Visible } from '../../access/visible.ts';
import type { Columns } from '../../platform/databaseTypes.ts';
import type { Tx } from '../../platform/db.ts';
import { readingsOf } from '../../timeseries/query/history.ts';
import { lineOfReading } from './lines.ts';

/** Readings of a page: a few MB of lines for devices with many inputs. */
const PAGE_READINGS = 2_000;

type ExportedDevice = Columns<'devices', 'id' | 'sn'>;

export interface ExportedPlant {
  id: number;
  sid: string;
  devices: ExportedDevice[];
}

/** A visible plant with its devices, including replaced ones; undefined if the caller sees no plant of this ID. */
export async function exportedPlant(
  { tx, visible }: { tx: Tx; visible: Visible },
  { sid, sn }: { sid: string; sn: string | null },
): Promise<ExportedPlant | undefined> {
  const { rows } = await sql<Columns<'sites', 'id' | 'sid'>>`
    select s.id, s.sid from ${visible.sites} s where s.sid = ${sid}`.execute(tx);
  const [plant] = rows;
  if (!plant) return undefined;
  const { rows: devices } = await sql<ExportedDevice>`
    select d.id, d.sn from devices d
    where d.site_id = ${plant.id} and (${sn}::text is null or d.sn = ${sn}) order by d.sn`.execute(tx);
  return { ...plant, devices };
}

export interface ExportPage {
  /** Lines, each with its end; times in milliseconds. */
  lines: string[];
  /** Where the next page begins; null after the last one. */
  nextMs: number | null;
}

/** The next readings of a device; null once the caller no longer sees the plant. */
export async function exportPage(
  { tx, visible }: { tx: Tx; visible: Visible },
  { id: siteId, sid }: ExportedPlant,
  { id: deviceId, sn }: ExportedDevice,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Promise<ExportPage | null> {
  const { rows } = await sql`select from ${visible.sites} s where s.id = ${siteId}`.execute(tx);
  if (rows.length === 0) return null;
  const which = { fromMs, toMs, limit: PAGE_READINGS, newestFirst: false };
  const readings = await readingsOf(tx, { siteId, deviceId }, which);
  const last = readings.length < PAGE_READINGS ? undefined : readings.at(-1);
  return {
    lines: readings.map((reading) => lineOfReading({ sid, sn }, reading)).filter((line) => line !== ''),
    nextMs: last ? Math.floor(last.atMs) + 1 : null,
  };
}
