// Firmware that is published for models of devices.
import { compareVersions } from '@helioport/domain/versions';
import { sql } from 'kysely';
import type { Columns } from '../platform/databaseTypes.ts';
import type { Tx } from '../platform/db.ts';

export interface PublishedFirmware extends Columns<'firmware', 'model' | 'version' | 'description'> {
  /** Of its file. */
  key: string;
  bytes: number;
  /** Hex. */
  sha256: string;
}

/** Of each of these models (`BDM-800`, `nep.meter`) the newest; models without any are absent. */
export async function publishedFirmware(
  tx: Tx,
  models: readonly string[],
): Promise<Map<string, PublishedFirmware>> {
  const { rows } = await sql<PublishedFirmware>`
    select w.model, w.version, w.description, f.key, f.bytes, f.sha256
    from firmware w join large_files f on f.id = w.file_id
    where w.model = any(${[...models]}::text[]) and w.is_published`.execute(tx);
  return new Map(
    rows.sort((a, b) => compareVersions(a.version, b.version)).map((row) => [row.model, row] as const),
  );
}

/** One published version of a model; undefined for a version that is not published for it. */
export async function publishedVersion(
  tx: Tx,
  { model, version }: { model: string; version: string },
): Promise<Pick<PublishedFirmware, 'version' | 'key' | 'sha256'> | undefined> {
  const { rows } = await sql<Pick<PublishedFirmware, 'version' | 'key' | 'sha256'>>`
    select w.version, f.key, f.sha256 from firmware w join large_files f on f.id = w.file_id
    where w.model = ${model} and w.version = ${version} and w.is_published`.execute(tx);
  return rows[0];
}
