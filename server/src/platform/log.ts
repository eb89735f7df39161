import { type Logger, pino } from 'pino';

export type Log = Logger;

/** The process's log: JSON lines on standard error, so that standard output stays for people. */
export function createLog(level: string): Log {
  return pino({ level, base: null }, pino.destination(2));
}

let hear: ((warning: Error) => void) | undefined;

/** The same, and what Node is told to warn of stands in it by its name: of a process there is one. */
export function createProcessLog(level: string): Log {
  const log = createLog(level);
  if (hear) process.off('warning', hear);
  hear = (warning) => log.warn({ err: warning }, 'a warning of the process');
  process.on('warning', hear);
  return log;
}
