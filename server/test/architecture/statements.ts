// Number of SQL statements per response, and statements that are planned again each time.
import type { Endpoint, InputOf } from '@helioport/contract/endpoint';
import pg from 'pg';
import type { Caller } from '../harness.ts';

/** A call as the portal makes it, and how many statements it may take: with who calls, which brand, begin and commit. */
export interface Bound {
  name: string;
  send: (caller: Caller) => Promise<unknown>;
  most: number;
}

export const bound = <E extends Endpoint>(
  name: string,
  most: number,
  endpoint: E,
  input: InputOf<E>,
): Bound => ({ name, most, send: (caller) => caller.call(endpoint, input) });

/** What cannot be prepared: the ends of a transaction, and rows that are copied out. */
const isNeverPrepared = (text: string) => /^(start transaction|commit|copy)/i.test(text);

interface Statement {
  isPrepared: boolean;
  text: string;
}

/** The statements of one answer. */
async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const client = pg.Client.prototype as { query: (...all: unknown[]) => unknown };
  const { query } = client;
  client.query = function counted(this: unknown, ...all: unknown[]) {
    const [what] = all as [string | { text?: string; name?: string }];
    statements.push(
      typeof what === 'string'
        ? { isPrepared: false, text: what }
        : // A stream of rows is handed over as itself.
          { isPrepared: what.name !== undefined, text: what.text ?? 'copy' },
    );
    return query.apply(this, all);
  };
  try {
    await work();
  } finally {
    client.query = query;
  }
  return statements;
}

/** Calls that exceed their number of statements or cause replanning. No other queries may run concurrently. */
export async function overBounds(caller: Caller, bounds: readonly Bound[]): Promise<string[]> {
  const found: string[] = [];
  for (const { name, most, send } of bounds) {
    // Now and then a call also counts the calls of its session for all processes: the second does not.
    await send(caller);
    const statements = await statementsOf(() => send(caller));
    if (statements.length > most) found.push(`${name} takes ${statements.length} statements, not ${most}`);
    for (const { isPrepared, text } of statements)
      if (!isPrepared && !isNeverPrepared(text))
        found.push(`${name} has planned anew: ${text.replace(/\s+/g, ' ').trim().slice(0, 60)}`);
  }
  return found;
}
