// What the files of an archive contain, validated: an archive is untrusted.
import fs from 'node:fs';
import { SITE_FILE_BYTES } from '@helioport/contract/siteFiles';
import { snOf } from '@helioport/domain/deviceIdentity';
import { deviceKindNamed } from '@helioport/domain/deviceKinds';
import { z } from 'zod';
import type { ArchivedRow } from '../../platform/archive/archivedTable.ts';
import { ArchiveRefused, type ExtractedFile } from '../../platform/archive/unpack.ts';
import { type Manifest, manifestSchema, READABLE_VERSIONS } from './format.ts';

const texts = z.string().max(2_000);
const positive = z.number().positive().nullable();
export const plantSchema = z.object({
  name: z.string().min(1).max(120),
  country_code: z.string().max(2),
  state_code: z.string().max(10),
  city: texts,
  street: texts,
  zip_code: texts,
  latitude: z.number().min(-90).max(90).nullable(),
  longitude: z.number().min(-180).max(180).nullable(),
  timezone: z.string().max(60),
  currency: z.string().max(10),
  electricity_price: z.number().min(0).max(1e6),
  prices: z.unknown(),
  temperature_unit: z.enum(['Celsius', 'Fahrenheit']),
  pv_remark: texts,
  pv_model: texts,
  battery_remark: texts,
  battery_model: texts,
  system_size_w: positive,
  power_max_w: positive,
  control_limit_w: z.number().nonnegative().nullable(),
  meter_type: texts,
  remark: texts,
  picture_hash: z.string().nullable(),
  registered_at: z.string().max(40),
  commissioned_at: z.string().max(40).nullable(),
});

export const deviceSchema = z.object({
  sn: z.string().max(70),
  vendor: z.string().regex(/^[a-z][a-z0-9]{1,15}$/),
  serial: z.string().regex(/^[0-9A-Z][0-9A-Z-]{3,31}$/),
  part: z.string().regex(/^([a-z][a-z0-9]{1,15})?$/),
  kind: z.string().refine((kind) => deviceKindNamed(kind) !== undefined),
  product_number: z.number().int().nullable(),
  model_byte: z.number().int().min(0).max(255).nullable(),
  alias: z.string().max(200),
  wifi_version: z.string().max(100),
  cpu_version: z.string().max(100),
  ram_version: z.string().max(100),
  first_seen_at: z.string().max(40).nullable(),
  retired_at: z.string().max(40).nullable(),
  parent: z.string().max(70).nullable(),
  gateway: z.string().max(70).nullable(),
});
export type DeviceLine = z.output<typeof deviceSchema>;

export const wiredSchema = z.array(
  z.object({
    id: z.number().int(),
    deviceId: z.string().nullable(),
    addr: z.number().int().nullable(),
    planeId: z.number().int().nullable(),
    ratedW: z.number(),
  }),
);

export const documentSchema = z.object({
  name: z.string().min(1).max(255),
  mime: z.string().max(60),
  bytes: z.number().int().positive().max(SITE_FILE_BYTES),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  added_at: z.iso.datetime(),
  user: z.string().max(320).nullable(),
});

/** An archive whose files equal its manifest. */
export interface Archive {
  manifest: Manifest;
  files: ReadonlyMap<string, ExtractedFile>;
}

/**
 * The archive of unpacked files.
 * @throws ArchiveRefused for a manifest that is none or of another version.
 */
export function openArchive(unpacked: { manifest: unknown; files: readonly ExtractedFile[] }): Archive {
  const manifest = manifestSchema.safeParse(unpacked.manifest);
  if (!manifest.success) throw new ArchiveRefused('invalidManifest');
  if (!READABLE_VERSIONS.includes(manifest.data.version))
    throw new ArchiveRefused('unknownVersion', '', String(manifest.data.version));
  return { manifest: manifest.data, files: new Map(unpacked.files.map((file) => [file.name, file])) };
}

/** Where the content is invalid. */
export const issueOf = (error: z.ZodError): string => error.issues[0]?.path.join('.') ?? '';

export function readJson(place: string): unknown {
  try {
    return JSON.parse(fs.readFileSync(place, 'utf8'));
  } catch {
    return undefined;
  }
}

/** The files of a table: `name.jsonl`, `name.2.jsonl` … */
export function partsOf({ files }: Archive, name: string): ExtractedFile[] {
  const parts: ExtractedFile[] = [];
  for (let number = 1; ; number++) {
    const file = files.get(`${name}${number === 1 ? '' : `.${number}`}.jsonl`);
    if (!file) return parts;
    parts.push(file);
  }
}

/** The objects of a file, one after the other; the child process has bounded the lines and checked that they are objects. */
export async function* linesOf({ place }: ExtractedFile): AsyncGenerator<ArchivedRow> {
  let rest = '';
  for await (const chunk of fs.createReadStream(place, { encoding: 'utf8' })) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line) as ArchivedRow;
  }
}

export async function devicesIn(archive: Archive): Promise<DeviceLine[]> {
  const devices: DeviceLine[] = [];
  for (const file of partsOf(archive, 'devices/devices'))
    for await (const line of linesOf(file)) {
      const parsed = deviceSchema.safeParse(line);
      const isNamed =
        parsed.success && parsed.data.sn === snOf(parsed.data.vendor, parsed.data.serial, parsed.data.part);
      if (!isNamed)
        throw new ArchiveRefused('invalidContent', file.name, parsed.error ? issueOf(parsed.error) : 'sn');
      devices.push(parsed.data);
    }
  if (new Set(devices.map(({ sn }) => sn)).size !== devices.length)
    throw new ArchiveRefused('invalidContent', 'devices/devices.jsonl', 'a device twice');
  return devices;
}
