// Imports an archive as a new plant: validates the content again and stores either everything or nothing.

import fs from 'node:fs';
import { sitePrices } from '@helioport/contract/siteEdit';
import { deviceKindNamed } from '@helioport/domain/deviceKinds';
import { DAY_MS } from '@helioport/domain/duration';
import { localDay } from '@helioport/domain/periods';
import { type PriceEntry, plainPrices } from '@helioport/domain/prices';
import {
  type ArchivedRow,
  type ArchivedTable,
  archivedName,
  type Reference,
} from '../../platform/archive/archivedTable.ts';
import { ArchiveRefused } from '../../platform/archive/unpack.ts';
import type { Tx } from '../../platform/db.ts';
import { BusinessFailure } from '../../platform/failure.ts';
import { readWrittenPicture } from '../../platform/pictures.ts';
import { checkedPlace, checkedZone } from '../../platform/places.ts';
import { archivedRecords } from '../../repositories/archivedTables.ts';
import {
  addParts,
  connectDevices,
  describeDevices,
  insertArchived,
  isSidTaken,
  newIds,
  takenAmong,
} from '../../repositories/archives.ts';
import { writeAudits } from '../../repositories/audit.ts';
import { claim } from '../../repositories/claims.ts';
import { keepFile } from '../../repositories/files.ts';
import { createSite, newSid, setSitePicture } from '../../repositories/sites.ts';
import {
  finishArchived,
  ReadingInvalid,
  rowOfReading,
  storeArchived,
  totalsOfDays,
} from '../../timeseries/archive/readings.ts';
import { archivedSeries } from '../../timeseries/archive/tables.ts';
import type { StoredRow } from '../../timeseries/readings/blockReadings.ts';
import { moveDevice } from '../../timeseries/retention/move.ts';
import { holdRollUps } from '../../timeseries/rollup/rollup.ts';
import {
  type Archive,
  type DeviceLine,
  devicesIn,
  issueOf,
  linesOf,
  partsOf,
  plantSchema,
  readJson,
  wiredSchema,
} from './content.ts';
import { importDocuments } from './documents.ts';
import type { Manifest } from './format.ts';

/** Rows inserted by one statement. */
const ROWS_AT_ONCE = 2_000;
/** Readings stored by one statement. */
const READINGS_AT_ONCE = 5_000;
const PICTURE_SIZE = { width: 2_560, height: 2_560, fit: 'inside' } as const;
/** Tolerance for totals, due to the order of summation. */
const SAME_WITHIN = 1e-6;

/** What an import of an archive would do. */
export interface ArchivePreview extends Pick<Manifest, 'createdAt' | 'plant' | 'counts'> {
  devices: { sn: string; kind: string; alias: string; isReplaced: boolean }[];
  /** Serial numbers that belong to a plant of this server already. */
  taken: string[];
}

/** Shows what an archive contains and which of its devices cannot be imported. */
export async function previewArchive(tx: Tx, archive: Archive): Promise<ArchivePreview> {
  const { createdAt, plant, counts } = archive.manifest;
  const devices = await devicesIn(archive);
  return {
    createdAt,
    plant,
    counts,
    devices: devices.map(({ sn, kind, alias, retired_at }) => ({
      sn,
      kind,
      alias,
      isReplaced: retired_at !== null,
    })),
    taken: await takenAmong(
      tx,
      devices.map(({ sn }) => sn),
    ),
  };
}

export interface ImportOptions {
  ownerId: number | null;
  companyId: number | null;
  installerId: number | null;
  /** Who imports it: the only user to whom comments and assignments are attributed, by email address. */
  user: { id: number; email: string } | null;
  now: number;
  /** Called before each file with its number, from 0, and the number of files. */
  onFile?: (index: number, count: number) => void;
}

export interface Imported {
  siteId: number;
  sid: string;
  devices: number;
  readings: number;
  days: number;
}

/** Devices of an archive cannot be entered: they belong to another plant, or are restricted. */
export class SerialsTaken extends Error {
  override readonly name = 'SerialsTaken';
  readonly serials: readonly string[];
  constructor(serials: readonly string[]) {
    super(`serial numbers in use: ${serials.join(', ')}`);
    this.serials = serials;
  }
}

/**
 * Imports an archive in the caller's transaction. Users are not created; authors of comments other than `user` stay
 * unknown, so that an archive cannot attribute text to others. Findings are left to the analysis of this server.
 * @throws ArchiveRefused, SerialsTaken
 */
export async function importArchive(tx: Tx, archive: Archive, options: ImportOptions): Promise<Imported> {
  try {
    return await new Import(tx, archive, options).run();
  } catch (error) {
    if (error instanceof ReadingInvalid || isInvalidData(error))
      throw new ArchiveRefused('invalidContent', '', (error as Error).message);
    if (error instanceof BusinessFailure) throw new ArchiveRefused('invalidContent', '', error.message);
    throw error;
  }
}

/** PostgreSQL refuses a value: wrong form, out of range, or against a constraint. */
const isInvalidData = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code));

class Import {
  readonly #tx: Tx;
  readonly #archive: Archive;
  readonly #options: ImportOptions;
  readonly #deviceIds = new Map<string, number>();
  readonly #newIds = new Map<string, Map<number, number>>();
  readonly #pictures = new Map<string, string>();
  #siteId = 0;
  #done = 0;
  #readings = 0;
  constructor(tx: Tx, archive: Archive, options: ImportOptions) {
    this.#tx = tx;
    this.#archive = archive;
    this.#options = options;
  }

  async run(): Promise<Imported> {
    const { manifest } = this.#archive;
    const { now, user, companyId } = this.#options;
    const devices = await devicesIn(this.#archive);
    await this.#keepPictures();
    const { sid, timezone } = await this.#createPlant();
    await holdRollUps(this.#tx, this.#siteId);
    await importDocuments(this.#archive, {
      tx: this.#tx,
      siteId: this.#siteId,
      now,
      userOf: (email) => this.#userOf(email),
      onFile: () => this.#step(),
    });
    await this.#enter(devices);
    for (const table of archivedRecords.filter(({ table: name }) => name !== 'case_alarms'))
      await this.#importTable(table);
    for (const table of archivedSeries) await this.#importTable(table);
    for (const table of archivedRecords.filter(({ table: name }) => name === 'case_alarms'))
      await this.#importTable(table);
    await this.#importReadings();
    await finishArchived(this.#tx, {
      siteId: this.#siteId,
      timeZone: timezone,
      now,
      devices: devices.map(({ sn, kind }) => ({
        id: this.#deviceIds.get(sn)!,
        kind: deviceKindNamed(kind)!.code,
      })),
    });
    const { days, energyWh, worth } = await totalsOfDays(this.#tx, this.#siteId);
    const { lifetime } = manifest.plant;
    if (
      days !== manifest.counts.days ||
      !isSame(energyWh, lifetime.energyWh) ||
      !isSame(worth, lifetime.worth)
    )
      throw new ArchiveRefused(
        'invalidContent',
        'totals/plant-days.jsonl',
        'totals differ from the manifest',
      );
    await writeAudits(this.#tx, [
      {
        at: new Date(now),
        ...(user === null ? {} : { userId: user.id }),
        action: 'site.import',
        subject: sid,
        siteId: this.#siteId,
        companyId,
        detail: { siteName: manifest.plant.name, sid: manifest.plant.sid },
      },
    ]);
    return { siteId: this.#siteId, sid, devices: devices.length, readings: this.#readings, days };
  }

  #step(): void {
    this.#options.onFile?.(this.#done++, this.#archive.files.size);
  }

  /** Pictures of another form than the portal writes are encoded again, which gives them other hashes; one that is none is
   * left out. */
  async #keepPictures(): Promise<void> {
    for (const { name, place } of this.#archive.files.values()) {
      const hash = /^pictures\/([0-9a-f]{64})\.\w+$/.exec(name)?.[1];
      if (hash === undefined) continue;
      this.#step();
      try {
        const { data, mime } = await readWrittenPicture(fs.readFileSync(place), PICTURE_SIZE);
        this.#pictures.set(hash, await keepFile(this.#tx, { data, mime, now: this.#options.now }));
      } catch (error) {
        if (!(error instanceof BusinessFailure)) throw error;
      }
    }
  }

  async #createPlant(): Promise<{ sid: string; timezone: string }> {
    const file = this.#archive.files.get('plant.json');
    const parsed = plantSchema.safeParse(file && readJson(file.place));
    if (!parsed.success) throw new ArchiveRefused('invalidContent', 'plant.json', issueOf(parsed.error));
    const plant = parsed.data;
    const { now, ownerId, companyId, installerId } = this.#options;
    const { sid: oldSid } = this.#archive.manifest.plant;
    const place = checkedPlace(plant.country_code, plant.state_code);
    const timezone = checkedZone(plant.timezone);
    // Its old id keeps bookmarks and printed codes valid.
    const sid = (await isSidTaken(this.#tx, oldSid))
      ? await newSid(this.#tx, place.countryCode || oldSid.slice(0, 2), localDay(now, timezone))
      : oldSid;
    this.#siteId = await createSite(this.#tx, {
      sid,
      ...place,
      name: plant.name,
      ownerId,
      companyId,
      installerId,
      timezone,
      city: plant.city,
      street: plant.street,
      zipCode: plant.zip_code,
      latitude: plant.latitude,
      longitude: plant.longitude,
      currency: plant.currency,
      electricityPrice: plant.electricity_price,
      prices: plant.prices ? pricesOf(plant.prices) : plainPrices(plant.electricity_price),
      temperatureUnit: plant.temperature_unit,
      pvRemark: plant.pv_remark,
      pvModel: plant.pv_model,
      batteryRemark: plant.battery_remark,
      batteryModel: plant.battery_model,
      systemSizeW: plant.system_size_w,
      maxPowerW: plant.power_max_w,
      controlLimitW: plant.control_limit_w,
      meterType: plant.meter_type,
      remark: plant.remark,
      registeredAt: dateOf(plant.registered_at),
      commissionedAt: plant.commissioned_at === null ? null : dateOf(plant.commissioned_at),
    });
    const picture = this.#pictures.get(plant.picture_hash ?? '');
    if (picture !== undefined) await setSitePicture(this.#tx, this.#siteId, picture);
    return { sid, timezone };
  }

  async #enter(devices: readonly DeviceLine[]): Promise<void> {
    const siteId = this.#siteId;
    const taken: string[] = [];
    // Sorted, so that two imports with the same serial numbers cannot deadlock.
    for (const { sn, vendor, serial, part, product_number: productNumber } of [...devices].sort((a, b) =>
      a.sn < b.sn ? -1 : 1,
    )) {
      if (part !== '') continue;
      const { now } = this.#options;
      const claimed = await claim(this.#tx, { vendor, serial, siteId, productNumber, now }, moveDevice);
      if (claimed.status === 'claimed') this.#deviceIds.set(sn, claimed.deviceId);
      else taken.push(sn);
    }
    if (taken.length > 0) throw new SerialsTaken(taken);
    await addParts(
      this.#tx,
      siteId,
      devices.flatMap(({ vendor, serial, part, kind, parent }) => {
        if (part === '') return [];
        const parentId = this.#deviceIds.get(parent ?? '');
        if (parentId === undefined)
          throw new ArchiveRefused('invalidContent', 'devices/devices.jsonl', 'component without its device');
        return [{ vendor, serial, part, kind, parentId }];
      }),
    );
    const ids = await describeDevices(
      this.#tx,
      siteId,
      devices.map((one) => ({
        sn: one.sn,
        vendor: one.vendor,
        serial: one.serial,
        part: one.part,
        kind: one.kind,
        modelByte: one.model_byte,
        alias: one.alias,
        wifiVersion: one.wifi_version,
        cpuVersion: one.cpu_version,
        ramVersion: one.ram_version,
        firstSeenAt: one.first_seen_at,
        retiredAt: one.retired_at,
      })),
    );
    for (const { sn, id } of ids) this.#deviceIds.set(sn, id);
    await connectDevices(
      this.#tx,
      siteId,
      devices.flatMap(({ sn, gateway }) => {
        const deviceId = this.#deviceIds.get(sn);
        const gatewayId = this.#deviceIds.get(gateway ?? '');
        return deviceId === undefined || gatewayId === undefined ? [] : [{ deviceId, gatewayId }];
      }),
    );
  }

  async #importTable(table: ArchivedTable): Promise<void> {
    for (const file of partsOf(this.#archive, table.file)) {
      this.#step();
      let rows: ArchivedRow[] = [];
      const store = async () => {
        await insertArchived(this.#tx, table, this.#siteId, await this.#local(table, rows, file.name));
        rows = [];
      };
      for await (const row of linesOf(file)) {
        rows.push(row);
        if (rows.length >= ROWS_AT_ONCE) await store();
      }
      if (rows.length > 0) await store();
    }
  }

  /** Rows with the numbers of this server. */
  async #local(table: ArchivedTable, rows: readonly ArchivedRow[], file: string): Promise<ArchivedRow[]> {
    const { refs = {}, known = {} } = table;
    for (const [column, texts] of Object.entries(known))
      for (const row of rows)
        if (!texts.includes(String(row[column])))
          throw new ArchiveRefused('invalidContent', file, `unknown ${column}`);
    const ids = table.id === undefined ? [] : await newIds(this.#tx, table.table, rows.length);
    const idOf = this.#newIds.get(table.table) ?? new Map<number, number>();
    this.#newIds.set(table.table, idOf);
    return rows.flatMap((row, i) => {
      const local: ArchivedRow = Object.fromEntries(
        table.columns.map((name) => [name, row[archivedName(table, name)] ?? null]),
      );
      if (table.id !== undefined) {
        idOf.set(Number(row.id), ids[i]!);
        local.id = ids[i];
      }
      for (const [column, ref] of Object.entries(refs))
        local[column] = this.#localRef(ref, row[column], file);
      return adapt(table.table, local, {
        modules: this.#newIds.get('modules'),
        deviceIds: this.#deviceIds,
        exportedAt: this.#archive.manifest.createdAt,
      });
    });
  }

  #localRef(ref: Reference, value: unknown, file: string): unknown {
    if (typeof ref === 'object') {
      const id = this.#newIds.get(ref.idOf)?.get(Number(value));
      if (id === undefined) throw new ArchiveRefused('invalidContent', file, `row of ${ref.idOf} missing`);
      return id;
    }
    if (ref === 'user') return this.#userOf(value);
    if (ref === 'picture') return this.#pictures.get(String(value)) ?? null;
    if (ref === 'devices')
      return Array.isArray(value) ? value.map((sn) => this.#deviceIds.get(String(sn)) ?? 0) : [];
    if (value === null || value === undefined) return null;
    const id = typeof value === 'string' ? this.#deviceIds.get(value) : undefined;
    if (id === undefined) throw new ArchiveRefused('invalidContent', file, 'unknown device');
    return id;
  }

  /** The importing user, if it has this email address. */
  #userOf(email: unknown): number | null {
    const { user } = this.#options;
    return user !== null && typeof email === 'string' && email.toLowerCase() === user.email.toLowerCase()
      ? user.id
      : null;
  }

  async #importReadings(): Promise<void> {
    for (const file of this.#archive.files.values()) {
      const sn = /^readings\/([^/]+)\/[\d.-]+\.jsonl$/.exec(file.name)?.[1];
      if (sn === undefined) continue;
      this.#step();
      const deviceId = this.#deviceIds.get(sn);
      if (deviceId === undefined) throw new ArchiveRefused('invalidContent', file.name, 'unknown device');
      const which = { siteId: this.#siteId, deviceId };
      let rows: StoredRow[] = [];
      let lastMs = 0;
      for await (const line of linesOf(file)) {
        const row = rowOfReading(line, deviceId);
        if (row.atMs < lastMs) throw new ArchiveRefused('invalidContent', file.name, 'readings out of order');
        const isNextDay = Math.floor(row.atMs / DAY_MS) !== Math.floor(lastMs / DAY_MS);
        lastMs = row.atMs;
        if (isNextDay && rows.length >= READINGS_AT_ONCE) {
          await storeArchived(this.#tx, which, rows);
          rows = [];
        }
        rows.push(row);
        this.#readings += 1;
      }
      if (rows.length > 0) await storeArchived(this.#tx, which, rows);
    }
  }
}

interface Adapting {
  modules: ReadonlyMap<number, number> | undefined;
  deviceIds: ReadonlyMap<string, number>;
  exportedAt: string;
}

/** Changes specific to a table, in addition to references. */
function adapt(table: string, row: ArchivedRow, { modules, deviceIds, exportedAt }: Adapting): ArchivedRow[] {
  switch (table) {
    case 'alarm': {
      // An open alarm of a finding is raised again with the finding.
      const isOfFinding = Number(row.finding_id ?? 0) !== 0 && row.ended_at === null;
      return [
        {
          ...row,
          device_id: row.device_id ?? 0,
          finding_id: 0,
          ...(isOfFinding ? { ended_at: exportedAt, ended: 'gone' } : {}),
        },
      ];
    }
    case 'device_replacements': {
      const wired = wiredSchema.safeParse(row.wired);
      if (!wired.success) throw new ArchiveRefused('invalidContent', 'devices/replacements.jsonl');
      return [
        {
          ...row,
          wired: wired.data.flatMap(({ id, deviceId, ...module }) => {
            const moduleId = modules?.get(id);
            return moduleId === undefined
              ? []
              : [{ id: moduleId, deviceId: deviceIds.get(deviceId ?? '') ?? null, ...module }];
          }),
        },
      ];
    }
    case 'commissioning_photos':
    case 'case_photos':
      return row.picture_hash === null ? [] : [row];
    case 'case_steps':
      return [{ ...row, detail: row.detail ?? {} }];
    default:
      return [row];
  }
}

const isSame = (a: number | null, b: number | null): boolean =>
  a === null || b === null ? a === b : Math.abs(a - b) <= SAME_WITHIN * Math.max(1, Math.abs(a));

function dateOf(text: string): Date {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) throw new ArchiveRefused('invalidContent', 'plant.json', 'instant');
  return date;
}

function pricesOf(raw: unknown): PriceEntry[] {
  const parsed = sitePrices.safeParse(raw);
  if (!parsed.success) throw new ArchiveRefused('invalidContent', 'plant.json', 'prices');
  return parsed.data;
}
