// A plant leaves one server and comes to another: every total, reading and comment is the same there.
import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { addDays } from '@helioport/domain/periods';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../seed/make.ts';
import { pdfOf } from '../../../seed/makePdf.ts';
import { makeReading, storeReadings, sunnyDay } from '../../../seed/makeReadings.ts';
import { seedMenus } from '../../../seed/menus.ts';
import { arrowParquetOf } from '../../../test/arrowParquet.ts';
import { freshDatabase, type TestDatabase } from '../../../test/harness.ts';
import { personAway } from '../../access/session.ts';
import { visibleTo } from '../../access/visible.ts';
import { tarGzOf } from '../../platform/archive/tarGz.ts';
import { ArchiveRefused, withUnpacked } from '../../platform/archive/unpack.ts';
import { type Db, inTransaction, type Tx } from '../../platform/db.ts';
import { readPicture } from '../../platform/pictures.ts';
import { keepFile } from '../../repositories/files.ts';
import { addPiece, beginLargeFile } from '../../repositories/largeFiles.ts';
import { replaceDevice } from '../../repositories/replacements.ts';
import { addSiteFile, importSiteFile } from '../../repositories/siteFiles.ts';
import { setPrices, setSitePicture } from '../../repositories/sites.ts';
import type { ArchivedReading } from '../../timeseries/archive/readings.ts';
import { takeDirty } from '../../timeseries/marks/dirty.ts';
import { KIND } from '../../timeseries/reading.ts';
import { packingEndsAt, packReadings } from '../../timeseries/retention/pack.ts';
import { repriceSite } from '../../timeseries/retention/reprice.ts';
import { rollUp } from '../../timeseries/rollup/rollup.ts';
import { openArchive } from './content.ts';
import { archiveFilesOf } from './files.ts';
import { importArchive, previewArchive, SerialsTaken } from './import.ts';

const NOW = Date.UTC(2026, 10, 2, 12);
const ZONE = 'Europe/Berlin';

let source: TestDatabase;
let target: TestDatabase;
let folder: string;
let file: string;
let siteId: number;
let owner: { id: number; email: string };

/** Rolls up what waits. */
async function rollAll(db: Db): Promise<void> {
  for (;;) {
    const days = await takeDirty(db, 1000, NOW, { isHasty: true });
    if (days.length === 0) return;
    for (const day of days) await rollUp(db, day, NOW);
  }
}

/** Recalculates every day. */
async function rollAgain(db: Db, id: number): Promise<void> {
  await sql`
    insert into dirty_day (site_id, day, marked_at) select site_id, day, ${new Date(NOW)} from site_day
    where site_id = ${id} on conflict do nothing`.execute(db);
  await rollAll(db);
}

/** Days without the noise of sums that were added in another order. */
async function daysOf(db: Db, id: number): Promise<unknown[]> {
  const { rows } = await sql`
    select day, energy_wh, import_wh, export_wh, peak_w, completeness, samples, round(worth::numeric, 9) as worth
    from site_day where site_id = ${id} order by day`.execute(db);
  return rows;
}

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'helioport-round-trip-'));
  file = path.join(folder, 'archive.tar.gz');
  source = await freshDatabase();
  target = await freshDatabase();
  const { db, pool } = source;
  const made = await inTransaction(db, 'write', async (tx) => {
    await seedMenus(tx);
    const user = await makeUser(tx, { email: 'owner@round-trip.test' });
    const plant = await makeSite(tx, { ownerId: user.id, timezone: ZONE });
    const first = await makeDevice(tx, plant.id, { alias: 'Roof' });
    const second = await makeDevice(tx, plant.id);
    const successor = await makeDevice(tx, plant.id);
    const meter = await makeDevice(tx, plant.id, { kind: 'meter' });
    return { user, plant, first, second, successor, meter };
  });
  owner = made.user;
  siteId = made.plant.id;
  const of = ({ id }: { id: number }) => ({ deviceId: id, siteId, timeZone: ZONE });
  // Both changes of the clock, with gaps between.
  for (const start of ['2026-03-27', '2026-10-23'])
    for (let i = 0; i < 5; i++) {
      const day = addDays(start, i);
      await storeReadings(pool, sunnyDay(of(made.first), day, { channels: 2, peakW: 600 + 7 * i }), NOW);
      if (i !== 2)
        await storeReadings(
          pool,
          sunnyDay(of(start < '2026-06' ? made.second : made.successor), day, {
            channels: 2,
            peakW: 500 + i,
            statusBits: i === 3 ? 4 : 0,
          }),
          NOW,
        );
      const meterDay = sunnyDay(of(made.meter), day, { channels: 0, peakW: 1 });
      await storeReadings(
        pool,
        meterDay.map(({ atMs }, n) =>
          makeReading(of(made.meter), atMs, {
            kind: KIND.meter,
            power: -100,
            energy: 10_000 + n + i * 1000,
            energyOut: 5_000 + 3 * n,
          }),
        ),
        NOW,
      );
    }
  await rollAll(db);
  await inTransaction(db, 'write', async (tx) => {
    const prices = [
      { from: '', price: 0.31, exportPrice: null, bands: [] },
      {
        from: '2026-10-24',
        price: 0.42,
        exportPrice: 0.08,
        bands: [{ days: [6, 7], from: '12:00', to: '14:00', price: 0.2 }],
      },
    ];
    await setPrices(tx, siteId, prices);
    await repriceSite(tx, { siteId, prices, since: '', now: NOW });
    await replaceDevice(tx, {
      siteId,
      oldId: made.second.id,
      newId: made.successor.id,
      wasThere: true,
      inputs: [],
      userId: owner.id,
      now: Date.UTC(2026, 9, 1),
    });
  });
  await rollAgain(db, siteId);
  await packReadings(db, packingEndsAt(NOW, 8));
  await sql`
    insert into alarm (site_id, kind, device_id, device_ids, addrs, begun_at, raised_at, ended_at, ended, revised_at,
      is_active, is_grouped, revision)
    values (${siteId}, 'plantSilent', 0, ${[made.first.id]}::bigint[], '{}', ${new Date(NOW - 9e8)},
      ${new Date(NOW - 8e8)}, ${new Date(NOW - 7e8)}, 'over', ${new Date(NOW - 8e8)}, false, true, 3)`.execute(
    db,
  );
  await sql`
    insert into alarm_step (site_id, alarm_id, at, step, user_id, comment)
    select site_id, id, raised_at, 'commented', ${owner.id}, ${`Cable checked\u2028twice`} from alarm
    where site_id = ${siteId}`.execute(db);
  await inTransaction(db, 'write', addFiles);
  await write();
  await inTransaction(target.db, 'write', async (tx) => {
    await seedMenus(tx);
    // Another number than at the source, as everything else.
    await makeSite(tx);
    await makeUser(tx);
    await makeUser(tx, { email: owner.email });
  });
});
afterAll(async () => {
  await source.close();
  await target.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

const documents = [
  { name: 'Inspection report.pdf', mime: 'application/pdf', data: pdfOf('Inspection') },
  { name: 'Copy of the inspection.pdf', mime: 'application/pdf', data: pdfOf('Inspection') },
  { name: 'Prüfprotokoll \u{1F4C4}.pdf', mime: 'application/pdf', data: pdfOf('x'.repeat(1_500_000)) },
];

/** Documents, one of them still uploading, the plant image and a photo of a case. */
async function addFiles(tx: Tx): Promise<void> {
  for (const [i, { data, ...document }] of documents.entries())
    await importSiteFile(
      tx,
      siteId,
      {
        ...document,
        bytes: data.length,
        userId: i === 0 ? owner.id : null,
        sha256: createHash('sha256').update(data).digest('hex'),
        addedAt: new Date(NOW - 1e9 + i),
      },
      Readable.from([data.subarray(0, 300), data.subarray(300)]),
    );
  const begun = { purpose: 'site', name: 'Begun.pdf', bytes: 9, userId: owner.id, now: NOW } as const;
  const id = await beginLargeFile(tx, begun);
  await addSiteFile(tx, siteId, id);
  await addPiece(tx, { id, received: 0 }, Buffer.from('begun'));
  const pictureOf = async (background: string) => {
    const blank = { create: { width: 640, height: 400, channels: 4 as const, background } };
    const png = await sharp(blank).png().toBuffer();
    const { data, mime } = await readPicture(png, { width: 1_600, height: 1_600, fit: 'inside' });
    return await keepFile(tx, { data, mime, now: NOW });
  };
  await setSitePicture(tx, siteId, await pictureOf('#5a88ff'));
  await sql`
    with c as (
      insert into cases (site_id, title, created_at, changed_at) values (${siteId}, 'Hot connector', ${new Date(NOW)},
        ${new Date(NOW)}) returning site_id, id)
    insert into case_photos (site_id, case_id, picture_hash, user_id, added_at)
    select site_id, id, ${await pictureOf('#ff885a80')}, ${owner.id}, ${new Date(NOW)} from c`.execute(tx);
}

/** Exports the plant into `file`. */
async function write(): Promise<void> {
  await source.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const visible = visibleTo(await personAway(tx, owner.id), NOW);
      await pipeline(
        tarGzOf(archiveFilesOf({ tx, visible, siteId, now: NOW }), new Date(NOW)).archive,
        fs.createWriteStream(file),
      );
    });
}

/** The files of the exported archive by name. */
function filesOfArchive(): Map<string, Buffer> {
  const tar = gunzipSync(fs.readFileSync(file));
  const files = new Map<string, Buffer>();
  for (let at = 0; tar[at]; ) {
    const bytes = Number.parseInt(tar.toString('latin1', at + 124, at + 135), 8);
    files.set(tar.toString('utf8', at, tar.indexOf(0, at)), tar.subarray(at + 512, at + 512 + bytes));
    at += 512 + Math.ceil(bytes / 512) * 512;
  }
  return files;
}

/** Totals of a plant, by what a device is called instead of its number. */
async function totalsOf(db: Db, id: number): Promise<Record<string, unknown>> {
  const rowsOf = async (query: ReturnType<typeof sql>) =>
    (await query.execute(db)).rows.map((row) => JSON.stringify(row));
  return {
    days: await rowsOf(
      sql`select to_jsonb(t) - 'site_id' from site_day t where site_id = ${id} order by day`,
    ),
    months: await rowsOf(
      sql`select to_jsonb(t) - 'site_id' from site_month t where site_id = ${id} order by month`,
    ),
    hours: await rowsOf(
      sql`select to_jsonb(t) - 'site_id' from site_hour t where site_id = ${id} order by hour_at`,
    ),
    years: await rowsOf(sql`
      select date_trunc('year', month) as year, sum(energy_wh) as wh, sum(worth) as worth from site_month
      where site_id = ${id} group by 1 order by 1`),
    lifetime: await rowsOf(sql`
      select before_wh, day_wh, day, at from site_latest where site_id = ${id}`),
    devices: await rowsOf(sql`
      select d.sn, d.retired_at, t.addr, t.energy_wh from device_total t join devices d on d.id = t.device_id
      where t.site_id = ${id} order by d.sn, t.addr`),
    deviceDays: await rowsOf(sql`
      select d.sn, to_jsonb(t) - 'site_id' - 'device_id' from device_day t join devices d on d.id = t.device_id
      where t.site_id = ${id} order by d.sn, t.day`),
    modules: await rowsOf(sql`
      select d.sn, to_jsonb(t) - 'site_id' - 'device_id' from module_day t join devices d on d.id = t.device_id
      where t.site_id = ${id} order by d.sn, t.day, t.addr`),
    newest: await rowsOf(sql`
      select d.sn, l.at, l.day, l.day_wh, l.before_wh, l.day_out_wh, l.status_bits, l.power from latest l
      join devices d on d.id = l.device_id where l.site_id = ${id} order by d.sn`),
    faults: await rowsOf(sql`
      select d.sn, to_jsonb(t) - 'site_id' - 'device_id' from fault_day t join devices d on d.id = t.device_id
      where t.site_id = ${id} order by d.sn, t.day, t.bit`),
    prices: await rowsOf(
      sql`select prices, electricity_price, timezone, name, sid from sites where id = ${id}`,
    ),
    layout: await rowsOf(sql`
      select d.sn, m.addr, m.rated_w, m.x_m, m.y_m from modules m left join devices d on d.id = m.device_id
      where m.site_id = ${id} order by d.sn, m.addr`),
    replacements: await rowsOf(sql`
      select o.sn as old, n.sn as new, r.was_there, r.replaced_at, jsonb_array_length(r.wired) as wired
      from device_replacements r join devices o on o.id = r.old_device_id join devices n on n.id = r.new_device_id
      where r.site_id = ${id}`),
    documents: await rowsOf(sql`
      select f.name, f.mime, f.bytes, f.sha256, f.created_at, u.email, (
          select encode(sha256(string_agg(p.data, '' order by p.start_at)), 'hex') from large_file_pieces p
          where p.file_id = f.id) as content
      from site_files s join large_files f on f.id = s.file_id left join users u on u.id = f.user_id
      where s.site_id = ${id} and f.sha256 is not null order by f.created_at`),
    // The hash of a picture is that of its bytes.
    pictures: await rowsOf(sql`
      select s.picture_hash as plant, p.picture_hash as photo, p.added_at, u.email, c.title
      from sites s join cases c on c.site_id = s.id join case_photos p on p.site_id = s.id and p.case_id = c.id
      left join users u on u.id = p.user_id where s.id = ${id}`),
    alarms: await rowsOf(sql`
      select a.kind, a.begun_at, a.ended_at, a.is_active, a.is_grouped, a.revision, a.revised_at, s.step, s.comment, u.email from alarm a
      left join alarm_step s on s.site_id = a.site_id and s.alarm_id = a.id left join users u on u.id = s.user_id
      where a.site_id = ${id} order by a.id, s.id`),
  };
}

const importInto = (db: Db, from = file, onFile?: (index: number) => void) =>
  withUnpacked(from, async (unpacked) => {
    const archive = openArchive(unpacked);
    return await inTransaction(db, 'write', async (tx) => {
      const user = (
        await sql<{
          id: number;
          email: string;
        }>`select id, email from users where email = ${owner.email}`.execute(tx)
      ).rows[0]!;
      return await importArchive(tx, archive, {
        ownerId: user.id,
        companyId: null,
        installerId: null,
        user,
        now: NOW,
        ...(onFile ? { onFile } : {}),
      });
    });
  });

describe('an archive', () => {
  it('is previewed without changing anything', async () => {
    const preview = await withUnpacked(file, (unpacked) =>
      inTransaction(target.db, 'read', (tx) => previewArchive(tx, openArchive(unpacked))),
    );
    expect(preview).toMatchObject({
      taken: [],
      plant: { timezone: ZONE },
      counts: { days: 10, alarms: 1, documents: 3 },
    });
    expect(preview.devices).toHaveLength(4);
    const own = await withUnpacked(file, (unpacked) =>
      inTransaction(source.db, 'read', (tx) => previewArchive(tx, openArchive(unpacked))),
    );
    expect(own.taken).toHaveLength(4);
  });

  it('gives equal totals on another server, also after an interrupted import', async () => {
    await expect(
      importInto(target.db, file, (index) => {
        if (index === 12) throw new Error('connection lost');
      }),
    ).rejects.toThrow('connection lost');
    const { rows } = await sql`select from devices where site_id is not null`.execute(target.db);
    expect(rows).toHaveLength(0);
    const imported = await importInto(target.db);
    expect(imported).toMatchObject({ devices: 4, days: 10 });
    expect(imported.siteId).not.toBe(siteId);
    const [before, after] = [await totalsOf(source.db, siteId), await totalsOf(target.db, imported.siteId)];
    for (const [name, rowsBefore] of Object.entries(before))
      expect({ [name]: after[name] }).toEqual({ [name]: rowsBefore });
    expect(before.lifetime).toHaveLength(1);
    expect(before.alarms).toHaveLength(1);
    expect(before.documents).toHaveLength(3);
    expect(before.pictures).toHaveLength(1);
    // Recalculated from the imported readings, every total is the same once more.
    await rollAgain(target.db, imported.siteId);
    expect(await daysOf(target.db, imported.siteId)).toEqual(await daysOf(source.db, siteId));
  });

  it('is refused while its devices belong to another plant, which it does not name', async () => {
    const refusal = await importInto(target.db).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(SerialsTaken);
    expect((refusal as SerialsTaken).serials).toHaveLength(4);
    const { rows } = await sql<{ count: number }>`select count(*) as count from sites`.execute(target.db);
    expect(rows[0]?.count).toBe(2);
  });

  it('holds the same readings and energy as lines, CSV and Parquet', async () => {
    const files = filesOfArchive();
    const table = async (name: string) => {
      const { buffer, byteOffset, byteLength } = files.get(name)!;
      const data = buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
      const rows = await parquetReadObjects({ file: data });
      expect(arrowParquetOf(files.get(name)!).rows).toEqual(rows);
      return { rows, meta: parquetMetadata(data) };
    };
    const linesIn = (name: string) =>
      (files.get(name)?.toString() ?? '')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>);
    const listed = [...files.keys()];
    const tables = listed.filter((name) => name.startsWith('totals-parquet/'));
    expect(tables).toHaveLength(6);
    for (const name of tables) {
      const { rows } = await table(name);
      const lines = linesIn(name.replace('-parquet/', '/').replace('.parquet', '.jsonl'));
      const energy = (all: readonly Record<string, unknown>[]) => all.map(({ energy_wh: wh }) => wh);
      expect(energy(rows)).toEqual(energy(lines));
      expect(energy(rows).some((wh) => Number(wh) > 0)).toBe(true);
    }
    const days = await table('totals-parquet/plant-days.parquet');
    const manifest = JSON.parse(files.get('manifest.json')!.toString()) as {
      plant: { lifetime: { energyWh: number } };
    };
    expect(days.rows.reduce((sum, day) => sum + Number(day.energy_wh), 0)).toBeCloseTo(
      manifest.plant.lifetime.energyWh,
      6,
    );
    expect(days.rows[0]!.day).toEqual(new Date('2026-03-27'));
    const readings = listed.filter((name) => name.startsWith('readings-parquet/'));
    expect(readings.length).toBeGreaterThan(5);
    for (const name of readings) {
      const { rows, meta } = await table(name);
      const lines = linesIn(name.replace('-parquet/', '/').replace('.parquet', '.jsonl'));
      expect(rows).toHaveLength(lines.length);
      const measured = ({ device, inputs, phases }: ArchivedReading, column: string) => {
        const [, place, number, key = column] = /^(input|phase)_(\d+)_(\w+)$/.exec(column) ?? [];
        if (place === undefined) return device[key as 'power'];
        return (place === 'input' ? inputs : phases)[key as 'power']?.[Number(number) - 1];
      };
      const units = meta.key_value_metadata?.find(({ key }) => key === 'units')?.value;
      const columns = Object.keys(JSON.parse(units ?? '') as object);
      expect(columns.length).toBeGreaterThan(2);
      const csv = files.get(name.replace('-parquet/', '-csv/').replace('.parquet', '.csv'))!;
      const csvRows = csv
        .toString()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(',').slice(4));
      rows.forEach((row, i) => {
        const line = lines[i] as unknown as ArchivedReading;
        expect([row.device, row.time, row.device_type, row.state ?? undefined]).toEqual([
          name.split('/')[1],
          new Date(line.at),
          line.kind,
          line.state,
        ]);
        const values = columns.map((column) => row[column] ?? null);
        expect(values).toEqual(columns.map((column) => measured(line, column) ?? null));
        expect(values).toEqual(csvRows[i]!.map((text) => (text === '' ? null : Number(text))));
      });
    }
  });

  it('names columns as its format does, whatever they are called in the database', () => {
    const files = filesOfArchive();
    const keysIn = (name: string) =>
      Object.keys(JSON.parse(files.get(name)!.toString().split('\n')[0]!) as object);
    const alarms = keysIn('alarms/alarms.jsonl');
    expect(alarms).toEqual(expect.arrayContaining(['is_so', 'is_folded', 'news', 'news_at']));
    expect(alarms).not.toContain('revision');
    expect(keysIn('layout/modules.jsonl')).toContain('plane_id');
    expect(keysIn('totals/plant-days.jsonl')).toEqual(expect.arrayContaining(['is_repaired', 'repaired_at']));
  });

  it('exports equally after its import', async () => {
    const bytesBefore = gunzipSync(fs.readFileSync(file));
    await write();
    expect(gunzipSync(fs.readFileSync(file)).equals(bytesBefore)).toBe(true);
  });
});

describe('a hostile archive', () => {
  const archiveOf = async (files: { name: string; data: Buffer }[]) => {
    const place = path.join(folder, `${randomBytes(4).toString('hex')}.tar.gz`);
    const all = (async function* each() {
      yield* files;
    })();
    await pipeline(tarGzOf(all, new Date(NOW)).archive, fs.createWriteStream(place));
    return place;
  };
  const reasonOf = (place: string, limits = {}) =>
    withUnpacked(place, async () => 'accepted', limits).catch((error: unknown) =>
      error instanceof ArchiveRefused ? error.reason : String(error),
    );
  const manifest = { name: 'manifest.json', data: Buffer.from('{"files":[]}') };

  /** The archive with changed files, listed in its manifest as they are. */
  const changedArchive = async (change: (files: Map<string, Buffer>) => void) => {
    const files = filesOfArchive();
    const listed = JSON.parse(files.get('manifest.json')!.toString()) as { files: unknown[] };
    files.delete('manifest.json');
    change(files);
    const all = [...files].map(([name, data]) => ({ name, data }));
    listed.files = all.map(({ name, data }) => ({
      name,
      bytes: data.length,
      sha256: createHash('sha256').update(data).digest('hex'),
      rows: name.endsWith('.jsonl') ? data.toString().split('\n').length - 1 : null,
    }));
    return await archiveOf([...all, { name: 'manifest.json', data: Buffer.from(JSON.stringify(listed)) }]);
  };
  /** Why an import into the empty server is refused. */
  const refusalOf = async (place: string) => {
    await sql`delete from large_files`.execute(target.db);
    const refusal: unknown = await importInto(target.db, place).catch((error: unknown) => error);
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from large_files`.execute(
      target.db,
    );
    expect(rows).toEqual([{ count: 0 }]);
    return refusal instanceof ArchiveRefused ? `${refusal.reason} ${refusal.file}` : String(refusal);
  };
  const list = 'documents/documents.jsonl';
  const pathOf = (data: Buffer, ending = 'pdf') =>
    `documents/${createHash('sha256').update(data).digest('hex')}.${ending}`;
  const edited = (files: Map<string, Buffer>, name: string, from: RegExp | string, to: string) =>
    files.set(name, Buffer.from(files.get(name)!.toString().replace(from, to)));

  it.each([
    ['../outside.jsonl'],
    ['/etc/outside.jsonl'],
    ['readings/../../outside.jsonl'],
    ['.hidden.jsonl'],
    ['script.sh'],
    ['a/b/c/d/e.jsonl'],
  ])('with the name %s is refused', async (name) => {
    expect(await reasonOf(await archiveOf([{ name, data: Buffer.from('{}\n') }, manifest]))).toBe(
      'invalidName',
    );
  });

  it('is refused when it is cut off, changed, doubled, too large or no archive', async () => {
    const cut = path.join(folder, 'cut.tar.gz');
    const whole = fs.readFileSync(file);
    fs.writeFileSync(cut, whole.subarray(0, whole.length / 2));
    expect(['notArchive', 'incomplete']).toContain(await reasonOf(cut));
    const tar = gunzipSync(whole);
    const at = tar.indexOf('"energy_wh":');
    tar[at + 13] = tar[at + 13] === 49 ? 50 : 49;
    fs.writeFileSync(cut, gzipSync(tar));
    expect(await reasonOf(cut)).toBe('changed');
    const line = { name: 'users.jsonl', data: Buffer.from('{}\n') };
    expect(await reasonOf(await archiveOf([line, line, manifest]))).toBe('unexpectedFile');
    expect(await reasonOf(await archiveOf([line]))).toBe('incomplete');
    expect(await reasonOf(await archiveOf([line, manifest]))).toBe('incomplete');
    const bomb = { name: 'users.jsonl', data: Buffer.alloc(5_000_000, '{}\n') };
    expect(await reasonOf(await archiveOf([bomb, manifest]), { mostBytes: 1_000_000 })).toBe('tooLarge');
    const long = { name: 'users.jsonl', data: Buffer.from(`{"a":"${'x'.repeat(2_000_000)}"}\n`) };
    expect(await reasonOf(await archiveOf([long, manifest]))).toBe('invalidLine');
    expect(
      await reasonOf(await archiveOf([{ name: 'users.jsonl', data: Buffer.from('[]\n') }, manifest])),
    ).toBe('invalidLine');
    fs.writeFileSync(cut, randomBytes(10_000));
    expect(await reasonOf(cut)).toBe('notArchive');
  });

  it('with documents that are not what its list states is refused, and nothing stays', async () => {
    // The serial numbers of the plant that was imported before are free again.
    await sql`update devices set site_id = null, retired_at = null`.execute(target.db);
    const [{ data: pdf }] = documents as [(typeof documents)[0]];
    const page = Buffer.from('<html><script>alert(1)</script></html>');
    const refuse = async (change: (files: Map<string, Buffer>) => void) =>
      await refusalOf(await changedArchive(change));
    expect(await refuse((files) => files.set(pathOf(pdf), page))).toBe(`invalidContent ${pathOf(pdf)}`);
    expect(
      await refuse((files) => {
        files.delete(pathOf(pdf));
        files.set(pathOf(page), page);
        const rest = files.get(list)!.toString().split('\n').slice(2).join('\n');
        const line = JSON.parse(files.get(list)!.toString().split('\n')[0]!) as Record<string, unknown>;
        const forged = { ...line, bytes: page.length, sha256: pathOf(page).slice(10, 74) };
        files.set(list, Buffer.from(`${JSON.stringify(forged)}\n${JSON.stringify(forged)}\n${rest}`));
      }),
    ).toBe(`invalidContent ${pathOf(page)}`);
    expect(await refuse((files) => files.delete(pathOf(pdf)))).toBe(`invalidContent ${list}`);
    expect(await refuse((files) => edited(files, list, /"bytes":\d+/, '"bytes":7'))).toBe(
      `invalidContent ${pathOf(pdf)}`,
    );
    expect(await refuse((files) => edited(files, list, /"bytes":\d+/, '"bytes":99999999'))).toBe(
      `invalidContent ${list}`,
    );
    expect(await refuse((files) => edited(files, list, 'application/pdf', 'text/html'))).toBe(
      `invalidContent ${list}`,
    );
    expect(
      await refuse((files) => edited(files, list, /"sha256":"\w+"/, '"sha256":"../../etc/passwd"')),
    ).toBe(`invalidContent ${list}`);
    expect(await refuse((files) => files.set(pathOf(page, 'zip'), page))).toBe(
      `unexpectedFile ${pathOf(page, 'zip')}`,
    );
    expect(await refuse((files) => files.set(list, files.get(list)!.subarray(0, -1)))).toBe(
      `invalidLine ${list}`,
    );
    expect(
      await refuse((files) =>
        files.set(list, Buffer.from(files.get(list)!.toString().split('\n', 1)[0]!.concat('\n').repeat(51))),
      ),
    ).toBe(`tooLarge ${list}`);
    const huge = { name: pathOf(page), data: Buffer.alloc(21 * 1_048_576, '%PDF-1.4') };
    expect(await reasonOf(await archiveOf([huge, manifest]))).toBe('tooLarge');
  });

  it('with the name of a document that is a path keeps only its last part', async () => {
    const place = await changedArchive((files) =>
      edited(files, list, /"name":"[^"]+"/, '"name":"../../\\u202egnp.pdf"'),
    );
    const { siteId: id } = await importInto(target.db, place);
    const { rows } = await sql<{ name: string }>`
      select f.name from site_files s join large_files f on f.id = s.file_id where s.site_id = ${id}
      order by f.created_at`.execute(target.db);
    expect(rows.map(({ name }) => name)).toEqual(['gnp.pdf', documents[1]!.name, documents[2]!.name]);
  });

  it('of another version is refused', () => {
    expect(() => openArchive({ manifest: {}, files: [] })).toThrow('invalidManifest');
  });
});
