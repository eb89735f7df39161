// Transfers many rows in PostgreSQL's binary format: ordinary results arrive as text and the driver supports nothing
// else, while COPY delivers bytes without decimal or hexadecimal conversion.
import type { Duplex } from 'node:stream';
import { CompiledQuery, type Kysely, type RawBuilder } from 'kysely';
import pg from 'pg';

/**
 * Receives every row while the database still reads the next. Its fields are in `bytes` from `at`: the number of fields
 * (2 bytes), then per field its length (4 bytes, -1 for null) and its bytes, all big-endian.
 */
export type TakeRow = (bytes: Buffer, at: number) => void;

const BEGIN = 'copy (';

/** COPY takes no parameters, so they are written into the text: instants, whole numbers, and texts as the driver quotes. */
function literal(value: unknown): string {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value < 0 ? `(${value})` : `${value}`;
  if (value instanceof Date) return `'${value.toISOString()}'`;
  if (typeof value === 'string') return pg.escapeLiteral(value);
  throw new TypeError(`a ${typeof value} cannot be written into a statement`);
}

/**
 * Runs a select and passes on its rows one by one, as they arrive. An error thrown by `take` rejects after all rows
 * have arrived.
 * @throws TypeError for parameters other than integers, instants and texts.
 */
export async function copyOut(
  db: Kysely<unknown>,
  select: RawBuilder<unknown>,
  take: TakeRow,
): Promise<void> {
  const { sql, parameters } = select.compile(db);
  const text = sql.replace(/\$(\d+)/g, (_, place) => literal(parameters[Number(place) - 1]));
  await db.executeQuery(CompiledQuery.raw(`${BEGIN}${text}) to stdout (format binary)`, [take]));
}

/** Whether a connection must receive what this statement copies out. */
export const isCopyOut = (text: string): boolean => text.startsWith(BEGIN);

/** Runs such a statement on a connection, and passes on its rows. */
export const receive = (
  client: pg.ClientBase,
  text: string,
  take: TakeRow,
): Promise<{ command: 'COPY'; rows: [] }> =>
  new Promise((resolve, reject) => {
    const rows = new Rows(take);
    let giveBack = () => {};
    client.query({
      submit: (connection: pg.Connection) => {
        giveBack = divert(connection.stream, rows);
        return connection.query(text);
      },
      // What did not go by the driver's own reader.
      handleCopyData: ({ chunk }: { chunk: Buffer }) => rows.take(chunk, 0, chunk.length),
      handleCommandComplete: () => undefined,
      handleError: (error: Error) => {
        giveBack();
        reject(error);
      },
      handleReadyForQuery: () => {
        giveBack();
        if (rows.failure === undefined) resolve({ command: 'COPY', rows: [] });
        else reject(rows.failure);
      },
    });
  });

/** `PGCOPY`, flags and the length of what may follow them: before the first row, in one message with it. */
const SIGNATURE_BYTES = 19;

/** Passes on the rows of COPY data messages, one each. */
class Rows {
  failure: unknown;
  readonly #take: TakeRow;
  #hasBegun = false;
  constructor(take: TakeRow) {
    this.#take = take;
  }
  take(bytes: Buffer, from: number, end: number): void {
    let at = from;
    if (!this.#hasBegun) {
      this.#hasBegun = true;
      at += SIGNATURE_BYTES + bytes.readInt32BE(at + SIGNATURE_BYTES - 4);
    }
    // The last one has no row, but -1 in place of the count of fields; so has the first where there are no rows.
    if (at + 2 > end || bytes.readInt16BE(at) < 0 || this.failure !== undefined) return;
    try {
      this.#take(bytes, at);
    } catch (error) {
      // Throwing here would break the connection in the middle of the protocol stream.
      this.failure = error;
    }
  }
}

/** A message has a type (1 byte), a length (4 bytes, including themselves) and a body. */
const HEAD_BYTES = 5;
const COPY_DATA = 'd'.charCodeAt(0);
/** Types that may come first: start of a copy, error, notice, changed setting, notification. */
const FIRST_TYPES = new Set(Array.from('HENSA', (letter) => letter.charCodeAt(0)));

/** Node reads at most this many bytes per chunk. */
const READ_BYTES = 65_536;
/** The database sends 8 kB at a time, and handling each event costs more than its data: after this many bytes … */
const MANY_BYTES = 131_072;
/** … reading pauses until more has arrived. */
const REST_MS = 1;

/**
 * Handles the messages of a connection before the driver does, and extracts the rows: the driver creates several
 * objects per message, which costs more than processing a row. All other messages are passed to the driver. Returns a
 * function that ends it.
 */
function divert(stream: Duplex, rows: Rows): () => void {
  const drivers = stream.listeners('data') as ((bytes: Buffer) => void)[];
  const pass = (bytes: Buffer) => {
    for (const driver of drivers) driver.call(stream, bytes);
  };
  let isOver = false;
  const giveBack = () => {
    if (isOver) return;
    isOver = true;
    if (resting !== undefined) {
      clearTimeout(resting);
      stream.resume();
    }
    for (const driver of drivers) stream.on('data', driver);
    stream.removeListener('data', read);
  };
  let isFirst = true;
  let received = 0;
  let resting: NodeJS.Timeout | undefined;
  /** Start of an incomplete message, and the number of bytes required to continue. */
  let begun: Buffer[] = [];
  let have = 0;
  let wanted = 0;
  const read = (chunk: Buffer) => {
    begun.push(chunk);
    have += chunk.length;
    if (have < wanted) return;
    const bytes = begun.length === 1 ? chunk : Buffer.concat(begun, have);
    let at = 0;
    wanted = HEAD_BYTES;
    while (at + wanted <= bytes.length) {
      const end = at + 1 + bytes.readUInt32BE(at + 1);
      if (end > bytes.length) {
        wanted = end - at;
        break;
      }
      const type = bytes[at]!;
      if (isFirst && !FIRST_TYPES.has(type)) {
        // It is in the middle of a message that the driver began to read.
        giveBack();
        break;
      }
      isFirst = false;
      if (type === COPY_DATA) rows.take(bytes, at + HEAD_BYTES, end);
      else pass(bytes.subarray(at, end));
      at = end;
      if (isOver) break;
    }
    if (isOver) {
      if (at < bytes.length) pass(bytes.subarray(at));
      return;
    }
    begun = at < bytes.length ? [bytes.subarray(at)] : [];
    have = bytes.length - at;
    received += chunk.length;
    if (received > MANY_BYTES && chunk.length < READ_BYTES) {
      stream.pause();
      resting = setTimeout(() => stream.resume(), REST_MS);
    }
  };
  stream.on('data', read);
  for (const driver of drivers) stream.removeListener('data', driver);
  return giveBack;
}
