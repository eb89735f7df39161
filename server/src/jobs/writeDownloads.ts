// Exports long histories to files, one at a time. Several processes may run it on one database. It is no scheduled job,
// because a user waits for it and it would delay those that run every minute.
import { createHash } from 'node:crypto';
import { alertCode } from '@helioport/domain/faults';
import { measures } from '@helioport/domain/measures';
import { addDays, dayBounds, dayNumber } from '@helioport/domain/periods';
import { readingIn, type TemperatureUnit } from '@helioport/domain/readings';
import { rounded } from '@helioport/domain/units';
import { offsetTime } from '@helioport/domain/wire';
import { sql } from 'kysely';
import type { Clock } from '../platform/clock.ts';
import { type Db, inTransaction, type Tx } from '../platform/db.ts';
import { safeFileName } from '../platform/fileKinds.ts';
import { type PollingLoop, startPolling } from '../platform/pollingLoop.ts';
import { translate } from '../platform/texts.ts';
import { columnsOf, type HistoryColumn, type PartColumns } from '../queries/device/historyColumns.ts';
import { instantsOf } from '../queries/device/historyInstants.ts';
import { deviceOf } from '../queries/device/seesDevice.ts';
import { csvFile, type TableCell, type TableFile, xlsxFile } from '../queries/device/tableFiles.ts';
import {
  continueDownload,
  type DueDownload,
  failDownload,
  finishDownload,
  openDownload,
  putBackDownload,
  takeDownload,
  type Written,
} from '../repositories/downloads.ts';
import type { JobParts } from './jobParts.ts';

export interface DownloadParts extends Pick<JobParts, 'db' | 'clock' | 'log'> {
  /** Bytes that a file may have; of more it is given up. */
  mostBytes?: number;
}

const INTERVAL_MS = 2_000;
/** Buffer size before storing, and interval of progress updates. */
const PIECE_BYTES = 1_048_576;
const REPORT_EVERY_MS = 1_000;
const MOST_BYTES = 500 * 1_048_576;
/** Days per query, and most readings: for a device with more readings, the days are read in several queries. */
const DAYS_AT_ONCE = 10;
const READ_AT_ONCE = 20_000;

/** Starts the exports requested by users. */
export const startDownloads = (parts: DownloadParts): PollingLoop =>
  startPolling(
    (isStopping) => writeDownloads(parts, isStopping),
    INTERVAL_MS,
    (error) => parts.log.warn({ err: error }, 'history files not prepared'),
  );

/** Writes all that waits; returns how many files. */
export async function writeDownloads(parts: DownloadParts, isStopping: () => boolean): Promise<number> {
  for (let count = 0; ; count++) {
    const due = isStopping() ? undefined : await takeDownload(parts.db, parts.clock());
    if (!due) return count;
    try {
      const reason = await write(parts, due, isStopping);
      if (reason === 'stopping') await putBackDownload(parts.db, { ...due, attempt: 0 }, parts.clock());
      else if (reason) await failDownload(parts.db, due.id, reason, parts.clock());
    } catch (error) {
      parts.log.warn({ err: error, download: due.id }, 'history file not prepared');
      await putBackDownload(parts.db, due, parts.clock());
    }
  }
}

/** Why the export failed; undefined on success, or if the user canceled it. */
async function write(
  { db, clock, mostBytes = MOST_BYTES }: DownloadParts,
  due: DueDownload,
  isStopping: () => boolean,
): Promise<'noRight' | 'tooLarge' | 'stopping' | undefined> {
  const plan = await inTransaction(db, 'read', async (tx) => {
    const own = await deviceOf(tx, due, clock());
    return (
      own && {
        zone: own.found.timezone,
        unit: await unitOf(tx, due),
        ...chosen(await columnsOf(own.context, own.found), due.columns),
      }
    );
  });
  if (!plan) return 'noRight';
  const head = headOf(plan, due.lan);
  const table = due.format === 'csv' ? csvFile(head) : xlsxFile(head);
  const name = safeFileName(`${due.sn}_${due.from}_${due.to}.${due.format}`);
  const fileId = await openDownload(db, due, { name, now: clock() });
  if (fileId === undefined) return undefined;
  const pieces = createPieces(db, due, fileId, clock);
  let reportedMs = clock();
  const written: Written = { days: 0, rows: 0 };
  for (let from = due.from; from <= due.to; from = addDays(from, DAYS_AT_ONCE)) {
    if (isStopping()) return 'stopping';
    const last = addDays(from, DAYS_AT_ONCE - 1);
    const to = last < due.to ? last : due.to;
    for await (const rows of rowsOf(db, plan, { from, to })) {
      pieces.add(table.add(rows));
      written.rows += rows.length;
    }
    written.days = dayNumber(to) - dayNumber(due.from) + 1;
    if (pieces.bytes() > mostBytes) return 'tooLarge';
    const isTime = Math.abs(clock() - reportedMs) >= REPORT_EVERY_MS;
    if (!isTime && pieces.waiting() < PIECE_BYTES) continue;
    reportedMs = clock();
    if (!(await pieces.store(written))) return undefined;
    if (isTime && !(await stillSees(db, due, reportedMs))) return 'noRight';
  }
  pieces.add(table.end());
  if (!(await pieces.store(written))) return undefined;
  await finishDownload(db, due, fileId, { ...pieces.sum(), mime: mimeOf(table), now: clock() });
  return undefined;
}

const mimeOf = ({ mime }: TableFile) => mime;

const stillSees = (db: Db, due: DueDownload, now: number) =>
  inTransaction(db, 'read', async (tx) => (await deviceOf(tx, due, now)) !== undefined);

/** The requested columns, by ID; all if none are named or known. */
function chosen(all: readonly PartColumns[], ids: readonly string[]) {
  const wanted = new Set(ids);
  const some = all.map((part) => ({ ...part, columns: part.columns.filter(({ id }) => wanted.has(id)) }));
  const parts = some.some(({ columns }) => columns.length > 0) ? some : all;
  return { parts, columns: parts.flatMap(({ columns }) => columns) };
}

/** Temperature unit of the file's user, as in their settings. */
const unitOf = async (tx: Tx, { userId }: DueDownload): Promise<TemperatureUnit> =>
  (
    await sql<{
      unit: TemperatureUnit;
    }>`select temperature_unit as unit from users where id = ${userId}`.execute(tx)
  ).rows[0]?.unit ?? 'Celsius';

/** What is written: of which device and parts, on whose clock, and how it is read. */
interface Plan {
  parts: readonly PartColumns[];
  columns: readonly HistoryColumn[];
  zone: string;
  unit: TemperatureUnit;
}

/** Column names as on the page, in the requesting user's language. */
const headOf = ({ columns, unit: wanted }: Plan, lan: number): string[] => [
  translate(lan, 'site.history.timeHead'),
  ...columns.map(({ key, addr, unit }) => {
    const word = translate(lan, measures[key].word);
    const read = readingIn(unit, wanted).unit;
    return `${word}${addr === 0 ? '' : ` ${addr}`}${read === '' ? '' : ` (${read})`}`;
  }),
  translate(lan, 'site.history.status'),
];

/** The rows of some local days of the plant, oldest first. */
async function* rowsOf(
  db: Db,
  { parts, columns, zone, unit: wanted }: Plan,
  days: { from: string; to: string },
): AsyncGenerator<TableCell[][]> {
  const toMs = dayBounds(addDays(days.to, 1), zone).startMs;
  const cells = columns.map((column) => {
    const { of } = readingIn(column.unit, wanted);
    return (value: number | null | undefined) =>
      value === null || value === undefined ? null : rounded(of(value), column.decimals);
  });
  for (let fromMs = dayBounds(days.from, zone).startMs; fromMs < toMs; ) {
    const span = { fromMs, toMs, limit: READ_AT_ONCE, newestFirst: false };
    const read = await inTransaction(db, 'read', (tx) => instantsOf(tx, parts, span));
    const found = read.slice(0, READ_AT_ONCE);
    if (found.length > 0)
      yield found.map(({ at, statusBits, values }) => [
        offsetTime(at, zone),
        ...columns.map((column, i) => cells[i]!(values.get(column))),
        alertCode(statusBits),
      ]);
    if (found.length < READ_AT_ONCE) return;
    fromMs = found.at(-1)!.at + 1;
  }
}

/** Gathers bytes until they are worth a piece of the file, and sums them up. */
function createPieces(db: Db, due: DueDownload, fileId: number, clock: Clock) {
  const hash = createHash('sha256');
  let gathered: Uint8Array[] = [];
  let waiting = 0;
  let received = 0;
  return {
    add(data: Uint8Array) {
      if (data.length === 0) return;
      hash.update(data);
      gathered.push(data);
      waiting += data.length;
    },
    waiting: () => waiting,
    bytes: () => received + waiting,
    /** False when it was stopped. */
    async store(written: Written): Promise<boolean> {
      const data = Buffer.concat(gathered);
      const isHeld = await continueDownload(
        db,
        due,
        { id: fileId, received },
        { data, written, now: clock() },
      );
      gathered = [];
      waiting = 0;
      received += data.length;
      return isHeld;
    },
    sum: () => ({ bytes: received, sha256: hash.digest('hex') }),
  };
}
