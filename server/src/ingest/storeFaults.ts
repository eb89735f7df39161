// Errors between endpoint and store, and their origin.
import { addDays, dayRange, localDay } from '@helioport/domain/periods';

/** A reading could not be made durable now; its sender should try again. */
export class Unavailable extends Error {
  readonly reason: 'busy' | 'database' | 'closing';

  constructor(reason: 'busy' | 'database' | 'closing') {
    super(`readings cannot be stored: ${reason}`);
    this.reason = reason;
  }
}

/**
 * `content`: something in the batch can never be stored. `partition`: a partition must be created first. `clash`: two
 * transactions conflicted. `full`: disk of the database full. `away`: any other error; the database may recover.
 */
export type Fault = 'content' | 'partition' | 'clash' | 'full' | 'away';

export function faultOf(error: unknown): Fault {
  const { code = '', routine = '' } = (error ?? {}) as { code?: string; routine?: string };
  if (routine === 'ExecFindPartition') return 'partition';
  if (code === '40P01' || code === '40001') return 'clash';
  if (code === '53100') return 'full';
  // Class 22: data exception, 23: integrity constraint violation.
  return /^2[23]/.test(code) ? 'content' : 'away';
}

/** Most days without readings to look back on. */
const SILENT_MOST = 400;

/** The local days strictly between two instants. */
export function silentDays(fromMs: number, toMs: number, timeZone: string): string[] {
  const last = addDays(localDay(toMs, timeZone), -1);
  return dayRange(addDays(localDay(fromMs, timeZone), 1), last).slice(-SILENT_MOST);
}
