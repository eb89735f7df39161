// Many rows in the binary form in which PostgreSQL holds them: it hands over results of ordinary statements as text, and
// the driver reads nothing else of them; what is copied out comes as bytes, with neither digits nor hexadecimal.
import { CompiledQuery, type Kysely, type RawBuilder } from 'kysely';
import pg from 'pg';

const BEGIN = 'copy (';

/** `PGCOPY`, flags and the length of what may follow them. */
const SIGNATURE_BYTES = 19;

/** COPY takes no parameters, so they are written into the text: instants, whole numbers, and texts as the driver quotes. */
function literal(value: unknown): string {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value < 0 ? `(${value})` : `${value}`;
  if (value instanceof Date) return `'${value.toISOString()}'`;
  if (typeof value === 'string') return pg.escapeLiteral(value);
  throw new TypeError(`a ${typeof value} cannot be written into a statement`);
}

/**
 * Runs a select and returns its rows one behind the other, without head and end: a count of fields (2 bytes) each, and per
 * field its length (4 bytes, -1 for null) and its bytes, all big-endian.
 * @throws TypeError for parameters other than whole numbers, instants and texts.
 */
export async function copyOut(db: Kysely<unknown>, select: RawBuilder<unknown>): Promise<Buffer> {
  const { sql, parameters } = select.compile(db);
  const text = sql.replace(/\$(\d+)/g, (_, place) => literal(parameters[Number(place) - 1]));
  const { rows } = await db.executeQuery<Buffer>(
    CompiledQuery.raw(`${BEGIN}${text}) to stdout (format binary)`),
  );
  const whole = rows[0]!;
  return whole.subarray(SIGNATURE_BYTES + whole.readInt32BE(SIGNATURE_BYTES - 4), -2);
}

/** Whether a connection must receive what this statement copies out. */
export const isCopyOut = (text: string): boolean => text.startsWith(BEGIN);

/** Runs such a statement on a connection; one row, which is all bytes of it. */
export const receive = (client: pg.ClientBase, text: string): Promise<{ command: 'COPY'; rows: [Buffer] }> =>
  new Promise((resolve, reject) => {
    let bytes = Buffer.allocUnsafe(65_536);
    let length = 0;
    client.query({
      submit: (connection: pg.Connection) => connection.query(text),
      // The driver writes over its own bytes afterwards.
      handleCopyData({ chunk }: { chunk: Buffer }) {
        if (length + chunk.length > bytes.length) {
          const wider = Buffer.allocUnsafe(2 * (length + chunk.length));
          wider.set(bytes.subarray(0, length));
          bytes = wider;
        }
        bytes.set(chunk, length);
        length += chunk.length;
      },
      handleCommandComplete: () => undefined,
      handleError: reject,
      handleReadyForQuery: () => resolve({ command: 'COPY', rows: [bytes.subarray(0, length)] }),
    });
  });
