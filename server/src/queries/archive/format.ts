// The parts of the archive format that export and import share; docs/archive-format.md describes it.
import { z } from 'zod';

export const ARCHIVE_FORMAT = 'helioport-archive';
export const ARCHIVE_VERSION = 2;
/** Versions that can be imported: the first one has no documents. */
export const READABLE_VERSIONS: readonly number[] = [1, ARCHIVE_VERSION];
export const MANIFEST = 'manifest.json';

/** A manifest is untrusted: every text has a grammar and every number a bound. */
const count = z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER);
const instant = z.iso.datetime();
const day = z.iso.date();
const shortText = z.string().max(500);

export const manifestSchema = z.object({
  format: z.literal(ARCHIVE_FORMAT),
  version: z.number().int(),
  createdAt: instant,
  portal: z.object({ name: shortText, version: shortText }),
  plant: z.object({
    sid: z.string().regex(/^[A-Z]{2}_\d{8}_[A-Za-z0-9]{4}$/),
    name: z.string().min(1).max(120),
    timezone: z.string().max(60),
    currency: z.string().max(10),
    days: z.object({ from: day, to: day }).nullable(),
    /** Sums of all days. */
    lifetime: z.object({ energyWh: z.number().nullable(), worth: z.number().nullable() }),
  }),
  counts: z.object({
    devices: count,
    readings: count,
    days: count,
    alarms: count,
    users: count,
    documents: count.default(0),
  }),
  files: z
    .array(
      z.object({
        name: z.string().max(200),
        bytes: count,
        rows: count.nullable(),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
      }),
    )
    .max(500_000),
});
export type Manifest = z.output<typeof manifestSchema>;

/** Endings of the pictures and documents of an archive by their types. */
export const fileEndings: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
};

/** Columns of `sites` in `plant.json`. */
export const plantColumns = [
  'sid',
  'name',
  'country_code',
  'state_code',
  'state_name',
  'city',
  'street',
  'zip_code',
  'latitude',
  'longitude',
  'timezone',
  'currency',
  'electricity_price',
  'prices',
  'temperature_unit',
  'pv_remark',
  'pv_model',
  'battery_remark',
  'battery_model',
  'system_size_w',
  'power_max_w',
  'control_limit_w',
  'meter_type',
  'remark',
  'picture_hash',
  'registered_at',
  'commissioned_at',
] as const;

/** Path of a document in an archive: by its content, so that its name is never a path. */
export const documentPath = (sha256: string, mime: string): string =>
  `documents/${sha256}.${fileEndings[mime] ?? 'bin'}`;
