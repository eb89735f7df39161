// What the process does with errors that no code handles.
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';

/** Exit code of a process that cannot trust its state any more; EX_SOFTWARE of sysexits(3). The supervisor restarts it. */
const CRASHED = 70;

/**
 * Logs and counts unhandled rejections without ending the process: one request has failed, and its transaction was
 * rolled back. An uncaught exception ends the process, because the interrupted code has not cleaned up. Returns a
 * function that removes both handlers.
 */
export function guardProcess({ log, metrics }: { log: Log; metrics: Metrics }): () => void {
  const onRejection = (reason: unknown) => {
    metrics.unhandledRejections.inc();
    log.error({ err: reason }, 'unhandled rejection');
  };
  const onException = (error: Error) => {
    log.fatal({ err: error }, 'uncaught exception');
    process.exit(CRASHED);
  };
  process.on('unhandledRejection', onRejection);
  process.on('uncaughtException', onException);
  return () => {
    process.off('unhandledRejection', onRejection);
    process.off('uncaughtException', onException);
  };
}
