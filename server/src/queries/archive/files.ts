// Everything that a plant's archive holds, one file after the other: docs/archive-format.md.

import { createHash } from 'node:crypto';
import { DAY_MS } from '@helioport/domain/duration';
import { sql } from 'kysely';
import type { Visible } from '../../access/visible.ts';
import {
  type ArchivedRow,
  type ArchivedTable,
  archivedName,
  rowsOf,
} from '../../platform/archive/archivedTable.ts';
import { parquetOf } from '../../platform/archive/parquet.ts';
import type { ArchiveFile } from '../../platform/archive/tarGz.ts';
import type { Columns } from '../../platform/databaseTypes.ts';
import type { Tx } from '../../platform/db.ts';
import { productVersion } from '../../platform/productVersion.ts';
import { archivedRecords } from '../../repositories/archivedTables.ts';
import { readFile } from '../../repositories/files.ts';
import { piecesOf } from '../../repositories/largeFiles.ts';
import { siteFilesOf } from '../../repositories/siteFiles.ts';
import {
  type ArchivedReading,
  archivedReadings,
  archivedUnits,
  readingsCsv,
  readingsParquet,
  readingsSpan,
} from '../../timeseries/archive/readings.ts';
import { archivedFindings, archivedSeries } from '../../timeseries/archive/tables.ts';
import {
  ARCHIVE_FORMAT,
  ARCHIVE_VERSION,
  documentPath,
  fileEndings,
  MANIFEST,
  type Manifest,
  plantColumns,
} from './format.ts';

interface ArchiveContext {
  tx: Tx;
  visible: Visible;
  siteId: number;
  now: number;
}

/** Bytes after which readings or rows of one month or table continue in another file. */
const PART_BYTES = 4 * 1_048_576;
/** Days per query of readings. */
const DAYS_AT_ONCE = 8;

/** Lines and how many bytes they have, until they are worth a file. */
class Part {
  readonly lines: string[] = [];
  /** What the lines say, for a table that is also a Parquet file. */
  readonly rows: ArchivedRow[] = [];
  bytes = 0;
  add(row: unknown): void {
    const line = `${JSON.stringify(row)}\n`;
    this.lines.push(line);
    this.bytes += line.length;
  }
  get isFull(): boolean {
    return this.bytes >= PART_BYTES;
  }
}

/**
 * The files of the archive of a plant, the manifest last, so that an archive that was cut off has none. Reads within
 * one transaction, which should show one instant; at most one part of a file is in memory.
 */
export async function* archiveFilesOf(context: ArchiveContext): AsyncGenerator<ArchiveFile> {
  const files: Manifest['files'] = [];
  const counts = { devices: 0, readings: 0, days: 0, alarms: 0, users: 0, documents: 0 };
  const file = (name: string, data: Buffer, rows: number | null): ArchiveFile => {
    files.push({ name, bytes: data.length, rows, sha256: createHash('sha256').update(data).digest('hex') });
    return { name, data };
  };
  const lines = (name: string, { lines: rows }: Part) => file(name, Buffer.from(rows.join('')), rows.length);

  const parquetFile = async (table: ArchivedTable, number: number, rows: readonly ArchivedRow[]) => {
    const { types, columns } = table;
    if (!types) return [];
    const data = await parquetOf(
      rows.length,
      columns
        .map((column) => archivedName(table, column))
        .map((name) => ({ name, type: types[name] ?? 'json', of: (row) => rows[row]![name] })),
    );
    const name = partName(table.file.replace('totals/', 'totals-parquet/'), number, 'parquet');
    return [file(name, data, rows.length)];
  };

  const { plant, row } = await plantOf(context);
  yield file('plant.json', Buffer.from(`${JSON.stringify(row, null, 2)}\n`), null);
  const snOf = new Map<number, string>();
  const devices = new Part();
  for (const { id, ...device } of await devicesOf(context)) {
    snOf.set(id, device.sn);
    devices.add(device);
  }
  counts.devices = devices.lines.length;
  yield lines('devices/devices.jsonl', devices);
  const users = new Part();
  for (const user of await usersOf(context)) users.add(user);
  counts.users = users.lines.length;
  yield lines('users.jsonl', users);

  const referring = new References(context, snOf);
  const pictures = referring.pictures;
  if (typeof row.picture_hash === 'string') pictures.add(row.picture_hash);
  for (const table of [...archivedRecords, ...archivedSeries, ...archivedFindings]) {
    let count = 0;
    let part = new Part();
    let number = 1;
    for await (const rows of rowsOf(context.tx, table, context.siteId)) {
      for (const one of await referring.portable(table, rows)) {
        part.add(one);
        if (table.types) part.rows.push(one);
        count += 1;
      }
      if (!part.isFull) continue;
      yield lines(partName(table.file, number), part);
      yield* await parquetFile(table, number++, part.rows);
      part = new Part();
    }
    if (part.lines.length > 0) {
      yield lines(partName(table.file, number), part);
      yield* await parquetFile(table, number, part.rows);
    }
    if (table.table === 'site_day') counts.days = count;
    if (table.table === 'alarm') counts.alarms = count;
  }
  for await (const part of changesOf(context)) yield lines(part.name, part);
  for (const hash of pictures) {
    const picture = await readFile(context.tx, hash);
    const ending = fileEndings[picture?.mime ?? ''];
    if (picture && ending) yield file(`pictures/${hash}.${ending}`, picture.data, null);
  }
  const documents = await documentsOf(context);
  counts.documents = documents.length;
  const documentLines = new Part();
  const written = new Set<string>();
  for (const { id, ...document } of documents) {
    documentLines.add(document);
    const { mime, bytes, sha256 } = document;
    if (written.has(sha256)) continue;
    written.add(sha256);
    const name = documentPath(sha256, mime);
    yield { name, data: { bytes, pieces: piecesOf(context.tx, id) } };
    files.push({ name, bytes, rows: null, sha256 });
  }
  if (documents.length > 0) yield lines('documents/documents.jsonl', documentLines);
  for (const [deviceId, sn] of snOf)
    for await (const { name, readings } of readingParts(context, deviceId)) {
      const part = new Part();
      for (const reading of readings) part.add(reading);
      counts.readings += readings.length;
      yield lines(`readings/${sn}/${name}.jsonl`, part);
      yield file(`readings-csv/${sn}/${name}.csv`, Buffer.from(readingsCsv(readings)), readings.length);
      const parquet = await readingsParquet(sn, readings);
      yield file(`readings-parquet/${sn}/${name}.parquet`, parquet, readings.length);
    }
  const manifest: Manifest & { units: ReturnType<typeof archivedUnits> } = {
    format: ARCHIVE_FORMAT,
    version: ARCHIVE_VERSION,
    createdAt: new Date(context.now).toISOString(),
    portal: { name: 'Helioport', version: productVersion },
    plant,
    counts,
    units: archivedUnits(),
    files,
  };
  yield { name: MANIFEST, data: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) };
}

const partName = (file: string, number: number, ending = 'jsonl') =>
  `${file}${number === 1 ? '' : `.${number}`}.${ending}`;

async function plantOf({
  tx,
  siteId,
}: ArchiveContext): Promise<{ plant: Manifest['plant']; row: Record<string, unknown> }> {
  const columns = sql.join(plantColumns.map((name) => sql.ref(name)));
  const { rows } = await sql<{
    row: Record<string, unknown>;
    from: string | null;
    to: string | null;
    energyWh: number | null;
    worth: number | null;
  }>`
    select to_jsonb(s) as row, d.* from (select ${columns} from sites where id = ${siteId}) s, (
      select min(day) as "from", max(day) as "to", sum(energy_wh) as "energyWh", sum(worth) as worth
      from site_day where site_id = ${siteId}) d`.execute(tx);
  const found = rows[0];
  if (!found) throw new Error(`plant ${siteId} deleted while it was exported`);
  const { row, from, to, energyWh, worth } = found;
  const plant = {
    sid: String(row.sid),
    name: String(row.name),
    timezone: String(row.timezone),
    currency: String(row.currency),
    days: from === null || to === null ? null : { from, to },
    lifetime: { energyWh, worth },
  };
  return { plant, row };
}

interface DeviceRow extends Record<string, unknown> {
  id: number;
  sn: string;
}

/** Devices of the plant, including replaced ones; components and connected devices follow the device they belong to. */
async function devicesOf({ tx, siteId }: ArchiveContext): Promise<DeviceRow[]> {
  const { rows } = await sql<{ row: DeviceRow }>`
    select to_jsonb(t) as row from (
      select d.id, d.sn, d.vendor, d.serial, d.part, d.kind, d.product_number, d.model_byte, d.alias, d.wifi_version,
        d.cpu_version, d.ram_version, d.first_seen_at, d.claimed_at, d.retired_at, p.sn as parent, g.sn as gateway
      from devices d left join devices p on p.id = d.parent_id left join devices g on g.id = d.gateway_id
      where d.site_id = ${siteId} order by d.part <> '', d.id) t`.execute(tx);
  return rows.map(({ row }) => row);
}

/** The users of the plant with their roles, as far as the caller may see who they are. */
async function usersOf({ tx, visible, siteId, now }: ArchiveContext): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<{ row: Record<string, unknown> }>`
    with own as (select s.id, s.owner_id, s.installer_id from ${visible.ownSites} s where s.id = ${siteId}), roles as (
      select o.owner_id as user_id, 'owner' as role, true as may_edit, null::timestamptz as ends_at from own o
      union all select o.installer_id, 'installer', true, null from own o
      union all select h.user_id, 'shared', h.may_edit, h.ends_at from own o join site_shares h on h.site_id = o.id
        where h.ends_at is null or h.ends_at > ${new Date(now)}
    )
    select to_jsonb(t) as row from (
      select u.email, r.role, r.may_edit, r.ends_at from roles r join ${visible.users} u on u.id = r.user_id
      union all
      select i.email, 'invited', i.may_edit, i.ends_at from own o join site_invitations i on i.site_id = o.id
      order by role, email) t`.execute(tx);
  return rows.map(({ row }) => row);
}

/** The documents of the plant; who added one only where the caller may see the user. */
async function documentsOf({ tx, visible, siteId }: ArchiveContext) {
  const documents = await siteFilesOf(tx, siteId);
  const { rows } = await sql<Columns<'users', 'id' | 'email'>>`
    select v.id, v.email from ${visible.users} v
    where v.id = any(${documents.map(({ userId }) => userId)}::bigint[])`.execute(tx);
  const emailOf = new Map(rows.map(({ id, email }) => [id, email]));
  return documents.map(({ id, name, mime, bytes, sha256, addedAt, userId }) => ({
    id,
    name,
    mime,
    bytes,
    sha256,
    added_at: addedAt.toISOString(),
    user: emailOf.get(userId ?? 0) ?? null,
  }));
}

/** The audit log of the plant. */
async function* changesOf({ tx, visible, siteId }: ArchiveContext): AsyncGenerator<Part & { name: string }> {
  let lastId = 0;
  for (let number = 1; ; number++) {
    const { rows } = await sql<{ id: number; row: unknown }>`
      select t.id, to_jsonb(t) - 'id' as row from (
        select a.id, a.at, v.email as "user", a.action, a.subject, a.detail
        from audit a left join ${visible.users} v on v.id = a.user_id
        where a.site_id = ${siteId} and a.id > ${lastId} order by a.id limit 10000) t order by t.id`.execute(
      tx,
    );
    if (rows.length === 0) return;
    const part = Object.assign(new Part(), { name: partName('changes', number) });
    for (const { row } of rows) part.add(row);
    yield part;
    lastId = rows.at(-1)!.id;
  }
}

/** Numbers of this server as what they are called on every server. */
class References {
  readonly pictures = new Set<string>();
  readonly #context: ArchiveContext;
  readonly #snOf: ReadonlyMap<number, string>;
  readonly #emailOf = new Map<number, string | null>();
  constructor(context: ArchiveContext, snOf: ReadonlyMap<number, string>) {
    this.#context = context;
    this.#snOf = snOf;
  }

  /** Rows without the numbers of this server. Rows of a device that has left the plant are left out. */
  async portable({ table, refs = {} }: ArchivedTable, rows: readonly ArchivedRow[]): Promise<ArchivedRow[]> {
    const columns = Object.entries(refs);
    const userColumns = columns.flatMap(([name, ref]) => (ref === 'user' ? [name] : []));
    await this.#loadUsers(rows.flatMap((row) => userColumns.map((name) => row[name])));
    return rows.flatMap((row) => {
      const portable: ArchivedRow = { ...row };
      if (table === 'device_replacements') portable.wired = this.#wired(row.wired);
      for (const [name, ref] of columns) {
        const value = row[name];
        if (ref === 'device') {
          const sn = this.#snOf.get(Number(value));
          // 0 stands for the plant itself.
          if (sn === undefined && Number(value) !== 0) return [];
          portable[name] = sn ?? null;
        } else if (ref === 'devices')
          portable[name] = (value as number[]).map((id) => this.#snOf.get(id) ?? null);
        else if (ref === 'user')
          portable[name] = value === null ? null : (this.#emailOf.get(Number(value)) ?? null);
        else if (ref === 'picture' && typeof value === 'string') this.pictures.add(value);
      }
      return [portable];
    });
  }

  #wired(raw: unknown): unknown {
    if (!Array.isArray(raw)) return raw;
    return (raw as { deviceId?: number }[]).map((one) => ({
      ...one,
      deviceId: this.#snOf.get(one.deviceId ?? 0) ?? null,
    }));
  }

  async #loadUsers(ids: readonly unknown[]): Promise<void> {
    const missing = [...new Set(ids)].filter(
      (id): id is number => typeof id === 'number' && !this.#emailOf.has(id),
    );
    if (missing.length === 0) return;
    const { tx, visible } = this.#context;
    const { rows } = await sql<Columns<'users', 'id' | 'email'>>`
      select u.id, u.email from ${visible.users} u where u.id = any(${missing}::bigint[])`.execute(tx);
    for (const id of missing) this.#emailOf.set(id, null);
    for (const { id, email } of rows) this.#emailOf.set(id, email);
  }
}

/** Readings of a device by UTC month, a long month in several parts. */
async function* readingParts(
  { tx, siteId }: ArchiveContext,
  deviceId: number,
): AsyncGenerator<{ name: string; readings: ArchivedReading[] }> {
  const span = await readingsSpan(tx, { siteId, deviceId });
  if (!span) return;
  const last = new Date(span.toMs);
  for (let month = new Date(span.fromMs); month <= last; ) {
    const start = Date.UTC(month.getUTCFullYear(), month.getUTCMonth(), 1);
    const end = Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1);
    const name = new Date(start).toISOString().slice(0, 7);
    let readings: ArchivedReading[] = [];
    let number = 1;
    for (let fromMs = start; fromMs < end; fromMs += DAYS_AT_ONCE * DAY_MS) {
      const toMs = Math.min(end, fromMs + DAYS_AT_ONCE * DAY_MS);
      readings.push(...(await archivedReadings(tx, { siteId, deviceId, fromMs, toMs })));
      if (readings.length < MOST_READINGS) continue;
      yield { name: number === 1 ? name : `${name}.${number}`, readings };
      number += 1;
      readings = [];
    }
    if (readings.length > 0) yield { name: number === 1 ? name : `${name}.${number}`, readings };
    month = new Date(end);
  }
}

/** Readings after which a month continues in another file. */
const MOST_READINGS = 10_000;
