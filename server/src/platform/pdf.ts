// PDFs, rendered by a library in a child process, which is reused and exits when idle.
import type { ChildProcess } from 'node:child_process';
import { createQueue } from './admission.ts';
import { type ChildBounds, runJob, startChild } from './sandbox/childJob.ts';

/** What the library calls a document definition, without functions: it is sent to the child. */
export interface PdfDefinition {
  content: unknown[];
  [field: string]: unknown;
}

/** A run of text in the font that has its signs. */
export interface PdfRun {
  text: string;
  font: 'Latin' | 'Chinese' | 'Japanese';
}

const SCRIPT = new URL('./sandbox/pdfChild.mjs', import.meta.url);
const BOUNDS: ChildBounds = { heapMb: 512, memoryMb: 1024, cpuMs: 20_000 };
const IDLE_MS = 30_000;
/** Beyond, a document would wait for minutes. */
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

let child: ChildProcess | undefined;
let idle: NodeJS.Timeout | undefined;
/** One document at a time; callers that wait have taken their turn in the queue of their call already. */
const rendering = createQueue({
  running: 1,
  runningPerCaller: 1,
  waiting: MOST_WAITING,
  waitingPerCaller: MOST_WAITING,
  waitMs: (MOST_WAITING + 1) * BOUNDS.cpuMs,
});

/**
 * Renders a document with `footer` and the page number below each page. Documents are rendered one at a time. Rejects
 * after 20 s of processor time, or if rendering fails; fails with `request.tooMany` if 20 others are waiting.
 */
export const setPdf = (definition: PdfDefinition, footer: PdfRun[]): Promise<Uint8Array> =>
  rendering.run('', () => render(definition, footer));

async function render(definition: PdfDefinition, footer: PdfRun[]): Promise<Uint8Array> {
  clearTimeout(idle);
  const current = child?.connected ? child : startChild(SCRIPT, BOUNDS);
  child = current;
  setReferenced(current, true);
  const result = await runJob<Uint8Array>(current, { definition, footer }, BOUNDS);
  // Between jobs the child must not keep the process from stopping.
  setReferenced(current, false);
  idle = setTimeout(endChild, IDLE_MS).unref();
  if (result.ok) return result.value;
  throw new Error(`PDF not rendered: ${result.reason}`);
}

function setReferenced(one: ChildProcess, isReferenced: boolean): void {
  if (isReferenced) {
    one.ref();
    one.channel?.ref();
  } else {
    one.unref();
    one.channel?.unref();
  }
}

function endChild(): void {
  child?.kill('SIGKILL');
  child = undefined;
}
