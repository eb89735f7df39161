// The table of an uploaded export and what an import of it would add to a plant.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { IMPORT_BYTES, IMPORT_CELLS, IMPORT_ROWS, type ImportChoices } from '@helioport/contract/imports';
import { deviceKind } from '@helioport/domain/deviceKinds';
import { type HistoryRole, type ImportedDays, isPowerUnit } from '@helioport/domain/historyImports';
import { convert, type HistorySeries } from '@helioport/protocol/history/convert';
import { type HistoryMapping, recognize } from '@helioport/protocol/history/recognize';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';
import { fail } from '../../platform/failure.ts';
import { readTable, type Table } from '../../platform/sheets.ts';
import { retentionOf } from '../../timeseries/retention/retention.ts';
import { daysWithData, type RoleDay } from './daysWithData.ts';

const COLUMNS = 40;

/** Device type of each role of an import. */
export const importedKinds = { pv: 'stringMachine', grid: 'meter', battery: 'battery' } as const;

/** Reads the table of a file in a child process; ends the call if there is none. */
export async function readImport(data: Uint8Array): Promise<Table> {
  if (data.length > IMPORT_BYTES) fail('imports.tooLong');
  const read = await readTable(data, { rows: IMPORT_ROWS, columns: COLUMNS, cells: IMPORT_CELLS });
  if (read === 'unreadable') return fail('imports.unreadable');
  return read === 'tooLong' ? fail('imports.tooLong') : read;
}

/** How a table is read; ends the call with the reason if it cannot be imported. */
export function mappingOf({ rows, delimiter }: Table, choices: ImportChoices): HistoryMapping {
  const found = recognize(rows, choices, delimiter);
  if (!found.ok) return fail(`imports.${found.refusal}`);
  return found.mapping;
}

/** Whether each used column has a unit, and a counter none of power. */
export const hasUnits = ({ columns }: HistoryMapping): boolean =>
  columns.every(
    ({ meaning, unit }) =>
      meaning === 'ignore' ||
      (unit !== null &&
        (meaning === 'power' ? isPowerUnit(unit) : !(isPowerUnit(unit) && /(Total|Today)$/.test(meaning)))),
  );

/** Converts a table while other requests are processed. */
export async function convertTable(...table: Parameters<typeof convert>): Promise<HistorySeries> {
  const steps = convert(...table);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await nextTurn();
  }
}

/** Days that are left out, by role. */
export type SkippedDays = Partial<Record<HistoryRole, readonly string[]>>;

interface Wanted {
  siteId: number;
  timeZone: string;
  days: ImportedDays;
  now: number;
}

/** What an import would add, and which days it leaves out. */
export async function planOf(
  tx: Tx,
  { rows }: Table,
  mapping: HistoryMapping,
  { siteId, timeZone, days, now }: Wanted,
): Promise<{ series: HistorySeries; skip: SkippedDays; taken: readonly RoleDay[] }> {
  const taken = await daysWithData(tx, siteId);
  const { detailFrom } = await retentionOf(tx);
  const known = new Set(taken.map(({ role, day }) => `${role} ${day}`));
  const skip: Record<HistoryRole, string[]> = { pv: [], grid: [], battery: [] };
  const series = await convertTable(rows, mapping, {
    timeZone,
    nowMs: now,
    isTaken(role, day) {
      // Totals of days beyond the retention period are permanent.
      const isOut =
        (detailFrom !== null && day < detailFrom) || (days === 'missing' && known.has(`${role} ${day}`));
      if (isOut) skip[role].push(day);
      return isOut;
    },
  });
  return { series, skip, taken };
}

/** The codes of device types by role of an import. */
export const kindCodeOf = (role: HistoryRole): number => deviceKind(importedKinds[role]).code;

/** First and last day with data of a plant. */
export async function dataSpan(tx: Tx, siteId: number): Promise<{ from: string | null; to: string | null }> {
  const { rows } = await sql<{ from: string | null; to: string | null }>`
    select min(day)::text as from, max(day)::text as to from device_day where site_id = ${siteId}`.execute(
    tx,
  );
  return rows[0] ?? { from: null, to: null };
}
