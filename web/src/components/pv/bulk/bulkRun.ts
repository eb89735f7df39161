// Applies a single-plant call to many plants: several in parallel, each with its own result.
import { CallFailure } from '../../../api/failure.ts';
import { t } from '../../../i18n.ts';

export type Result = { isDone: true } | { isDone: false; why: string };

const AT_ONCE = 4;
/** Wait before a retry after the server's rate limit (429). */
const PATIENCE_MS = 5000;
const TRIES = 15;

interface RunOptions<Row> {
  rows: readonly Row[];
  work: (row: Row) => Promise<unknown>;
  /** Called for every row as soon as its result is known. */
  onResult: (index: number, result: Result) => void;
  /** Aborted: rows not started yet are skipped. */
  signal: AbortSignal;
  pauseMs?: number;
}

/** Resolves when every row has its result; never rejects. */
export async function runBulk<Row>({
  rows,
  work,
  onResult,
  signal,
  pauseMs = PATIENCE_MS,
}: RunOptions<Row>): Promise<void> {
  const waiting = rows.entries();
  const one = async (row: Row): Promise<Result> => {
    for (let tries = 1; !signal.aborted; tries++) {
      try {
        await work(row);
        return { isDone: true };
      } catch (reason) {
        const isTooFast = reason instanceof CallFailure && reason.status === 429;
        if (!isTooFast || tries === TRIES)
          return {
            isDone: false,
            why: reason instanceof CallFailure ? reason.message : t('request.unreachable'),
          };
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    return { isDone: false, why: t('site.bulk.stopped') };
  };
  const lane = async () => {
    for (const [index, row] of waiting) onResult(index, await one(row));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}
