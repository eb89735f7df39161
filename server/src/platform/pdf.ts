// PDFs: set by a library in a thread of its own, which stays for the next one and goes when none comes.
import { Worker } from 'node:worker_threads';
import { fail } from './failure.ts';

/** What the library calls a document definition, without functions: it must reach the thread. */
export interface PdfDefinition {
  content: unknown[];
  [field: string]: unknown;
}

/** A run of text in the font that has its signs. */
export interface PdfRun {
  text: string;
  font: 'Latin' | 'Chinese' | 'Japanese';
}

const MEMORY_MB = 512;
const TIME_MS = 20_000;
const IDLE_MS = 30_000;
/** More would wait too long. */
const MOST_WAITING = 20;

/**
 * Signs that the Latin font lacks: Han, kana with their long mark, bopomofo, and the punctuation and full-width forms
 * that go with them.
 */
const eastAsian = /[\u2e80-\u30ff\u3100-\u312f\u31a0-\u33ff\uff00-\uffef\p{Script=Han}]+/gu;

/**
 * A text as runs, each in a font that has its signs. Han signs are written as Japan does in a Japanese document, else as
 * China does.
 */
export function pdfRuns(text: string, languageTag: string): PdfRun[] {
  const font = languageTag.startsWith('ja') ? 'Japanese' : 'Chinese';
  const runs: PdfRun[] = [];
  let at = 0;
  for (const { 0: found, index } of text.matchAll(eastAsian)) {
    if (index > at) runs.push({ text: text.slice(at, index), font: 'Latin' });
    runs.push({ text: found, font });
    at = index + found.length;
  }
  if (at < text.length || runs.length === 0) runs.push({ text: text.slice(at), font: 'Latin' });
  return runs;
}

interface Waiting {
  resolve: (data: Uint8Array) => void;
  reject: (error: Error) => void;
  timer: NodeJS.Timeout;
}

interface Answer {
  id: number;
  data?: Uint8Array;
  error?: string;
}

let worker: Worker | undefined;
let idle: NodeJS.Timeout | undefined;
let lastId = 0;
const waiting = new Map<number, Waiting>();

/**
 * Sets a document; below each page stands `footer` with the number of the page. Rejects after 20 s, or when it fails;
 * fails with `request.tooMany` where many others wait.
 */
export async function setPdf(definition: PdfDefinition, footer: PdfRun[]): Promise<Uint8Array> {
  if (waiting.size >= MOST_WAITING) fail('request.tooMany');
  clearTimeout(idle);
  worker ??= startThread();
  const thread = worker;
  lastId += 1;
  const id = lastId;
  return await new Promise((resolve, reject) => {
    // Whatever held it up holds up those behind it as well.
    const timer = setTimeout(() => void thread.terminate(), TIME_MS * (waiting.size + 1));
    waiting.set(id, { resolve, reject, timer });
    thread.postMessage({ id, definition, footer });
  });
}

function startThread(): Worker {
  const thread = new Worker(new URL('./pdfWorker.mjs', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    execArgv: [],
    env: {},
    stdout: true,
    stderr: true,
  });
  // It alone must not keep the house from stopping.
  thread.unref();
  thread.on('message', ({ id, data, error }: Answer) => {
    settle(id, data ?? new Error(error ?? 'no PDF'));
    if (waiting.size === 0) idle = setTimeout(() => void thread.terminate(), IDLE_MS).unref();
  });
  let reason = 'the thread ended';
  thread.on('error', (error) => {
    reason = error.message;
  });
  thread.on('exit', () => {
    if (worker === thread) worker = undefined;
    for (const id of waiting.keys()) settle(id, new Error(reason));
  });
  return thread;
}

function settle(id: number, outcome: Uint8Array | Error): void {
  const one = waiting.get(id);
  if (one === undefined) return;
  waiting.delete(id);
  clearTimeout(one.timer);
  if (outcome instanceof Error) one.reject(outcome);
  else one.resolve(outcome);
}
