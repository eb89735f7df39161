import { type Logger, multistream, pino } from 'pino';
import type { LogFile } from './logFile.ts';

export type Log = Logger;

/** The process log: JSON lines on standard error, so that standard output stays readable. */
export function createLog(level: string): Log {
  return pino({ level, base: null }, pino.destination(2));
}

/** Interval in which a repeated error is shown again. */
const SHOWN_AGAIN_MS = 60_000;
const MOST_SHOWN = 100;

/** The log of a server in a terminal: JSON lines in `file`, and errors as sentences to `show`. */
export function createTerminalLog(
  level: string,
  file: LogFile,
  show: (line: string) => void = (line) => console.error(line),
): Log {
  const shownAt = new Map<string, number>();
  const errors = {
    write(text: string) {
      const { msg, err, time } = JSON.parse(text) as {
        msg?: string;
        err?: { message?: string };
        time: number;
      };
      const sentence = [msg, err?.message]
        .filter((part, i, all) => part && all.indexOf(part) === i)
        .join(': ');
      const last = shownAt.get(sentence);
      if (last !== undefined && time - last < SHOWN_AGAIN_MS) return;
      if (shownAt.size >= MOST_SHOWN) shownAt.clear();
      shownAt.set(sentence, time);
      show(`Error: ${sentence} (details in ${file.path})`);
    },
  };
  return pino(
    { level, base: null },
    multistream([
      { level: 'trace', stream: file },
      { level: 'error', stream: errors },
    ]),
  );
}

let logWarning: ((warning: Error) => void) | undefined;

/** The same, and includes Node's process warnings by name. One per process. */
export function createProcessLog(level: string, file?: LogFile): Log {
  const log = file ? createTerminalLog(level, file) : createLog(level);
  if (logWarning) process.off('warning', logWarning);
  logWarning = (warning) => log.warn({ err: warning }, 'process warning');
  process.on('warning', logWarning);
  return log;
}
