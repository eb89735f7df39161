import { type Logger, pino } from 'pino';

export type Log = Logger;

/** The process's log: JSON lines on standard error, so that standard output stays for people. */
export function createLog(level: string): Log {
  return pino({ level, base: null }, pino.destination(2));
}
