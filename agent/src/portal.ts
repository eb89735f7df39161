// Sends buffered readings to the portal, oldest first.
import { setTimeout as sleep } from 'node:timers/promises';
import { lineOfReading } from '@helioport/protocol/influx/lines';
import { request } from 'undici';
import type { ReadingBuffer, Stored } from './buffer.ts';
import { textWithin } from './sources/http.ts';

const REQUEST_MS = 60_000;
const ANSWER_BYTES_MAX = 65_536;
const WAIT_MAX_MS = 300_000;
/** Readings of one request, well below the limits of the portal. */
const READINGS_MAX = 1_000;

/** The portal rejects all tokens: sending is not possible until a user changes the configuration or the data sources. */
export class PortalRefused extends Error {}

/** The portal rejects the token of a request, or its data for this token. */
class TokenRejected extends Error {}

/** The portal cannot store now; `waitMs` as far as it states one. */
class PortalBusy extends Error {
  readonly waitMs: number | undefined;
  constructor(message: string, waitMs?: number) {
    super(message);
    this.waitMs = waitMs;
  }
}

interface SenderParts {
  portal: string;
  /** Token by the name of the device. */
  tokens: ReadonlyMap<string, string>;
  buffer: ReadingBuffer;
  log: (text: string) => void;
}

export interface Sender {
  /** Sends all segments but the readings of rejected tokens. Rejects with the first failure. */
  drain(signal: AbortSignal): Promise<void>;
  /** Sends whenever there are readings, until the signal. Rejects with PortalRefused only. */
  run(signal: AbortSignal): Promise<void>;
  /** To be called after readings were added. */
  wake(): void;
  /** Whether readings stay in the buffer because the portal rejects their token. */
  isPaused(): boolean;
}

export function createSender({ portal, tokens, buffer, log }: SenderParts): Sender {
  let awake: (() => void) | undefined;
  const tokensUsed = new Set(tokens.values());
  /** Rejected tokens. Their readings are sent after the next start. */
  const paused = new Set<string>();

  const pause = (token: string, problem: string) => {
    paused.add(token);
    const names = [...tokens].filter(([, one]) => one === token).map(([name]) => name);
    const text = `the portal rejects ${problem}; readings of ${names.join(', ')} are kept and not sent until the configuration is corrected and the agent restarted`;
    if (paused.size === tokensUsed.size) throw new PortalRefused(text);
    log(text);
  };

  const post = async (token: string, stored: readonly Stored[], signal: AbortSignal): Promise<void> => {
    const names = [...new Set(stored.map(({ device }) => device))].join(', ');
    const lines = stored.map(({ reading }) => lineOfReading(reading)).filter((line) => line !== '');
    if (lines.length === 0) return;
    const { statusCode, headers, body } = await request(`${portal}/api/v2/write?precision=ms`, {
      method: 'POST',
      headers: { authorization: `Token ${token}`, 'content-type': 'text/plain; charset=utf-8' },
      body: lines.join('\n'),
      signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_MS)]),
    });
    const answer = await textWithin(body, ANSWER_BYTES_MAX, 'the portal');
    // Other codes of success come from something else at this address, such as a login page of a network.
    if (statusCode === 204) return;
    const problem = problemIn(answer);
    if (statusCode === 401) throw new TokenRejected(`the token of ${names}: ${problem}`);
    if (statusCode === 403) throw new TokenRejected(`the data of ${names}: ${problem}`);
    if (statusCode === 400 || statusCode === 413) return await refused(token, stored, problem, signal);
    if (statusCode >= 300 && statusCode < 400)
      throw new PortalBusy(
        `${portal} redirects to ${String(headers.location).slice(0, 200)}, which is not followed; enter the final address`,
      );
    const seconds = Number(headers['retry-after']);
    throw new PortalBusy(
      statusCode === 429 || statusCode >= 500
        ? `the portal cannot store now (${statusCode})`
        : `no portal at ${portal}: unexpected status ${statusCode}`,
      seconds > 0 ? Math.min(seconds * 1000, WAIT_MAX_MS) : undefined,
    );
  };

  /** The portal stored the other readings of the request; halves find those that it rejects. */
  const refused = async (
    token: string,
    stored: readonly Stored[],
    problem: string,
    signal: AbortSignal,
  ): Promise<void> => {
    if (problem.includes('inTheFuture'))
      throw new PortalBusy('readings are in the future; check the clock of this computer');
    if (stored.length === 1) {
      buffer.reject(stored, problem);
      log(`reading of ${stored[0]?.device} rejected: ${problem}; see rejected.log`);
      return;
    }
    const middle = Math.ceil(stored.length / 2);
    await post(token, stored.slice(0, middle), signal);
    await post(token, stored.slice(middle), signal);
  };

  /** Sends the readings of a token. Returns those that are not sent because the portal rejects it. */
  const sendOf = async (token: string, stored: readonly Stored[], signal: AbortSignal): Promise<Stored[]> => {
    let sent = 0;
    try {
      for (; sent < stored.length && !paused.has(token); sent += READINGS_MAX)
        await post(token, stored.slice(sent, sent + READINGS_MAX), signal);
    } catch (error) {
      if (!(error instanceof TokenRejected)) throw error;
      pause(token, error.message);
    }
    return stored.slice(sent);
  };

  /** Sends the oldest segment; false if there is none. */
  const sendOldest = async (signal: AbortSignal): Promise<boolean> => {
    const segment = buffer.oldest();
    if (!segment) return false;
    const byToken = new Map<string, Stored[]>();
    const unknown: Stored[] = [];
    for (const one of segment.stored) {
      const token = tokens.get(one.device);
      if (token === undefined) unknown.push(one);
      else byToken.set(token, [...(byToken.get(token) ?? []), one]);
    }
    const kept: Stored[] = [];
    for (const [token, stored] of byToken) kept.push(...(await sendOf(token, stored, signal)));
    // After all requests, so that a segment that is sent again does not keep its readings twice.
    buffer.hold(kept);
    if (unknown.length > 0) {
      buffer.reject(unknown, 'the configuration has no device of this name');
      log(`${unknown.length} reading(s) of devices that the configuration does not have; see rejected.log`);
    }
    buffer.remove(segment.id);
    return true;
  };

  return {
    async drain(signal) {
      while (await sendOldest(signal));
    },
    async run(signal) {
      let failures = 0;
      let lastProblem = '';
      signal.addEventListener('abort', () => awake?.(), { once: true });
      while (!signal.aborted) {
        try {
          const isMore = await sendOldest(signal);
          if (isMore && lastProblem !== '') log('sending again');
          if (isMore) [failures, lastProblem] = [0, ''];
          else
            await new Promise<void>((resolve) => {
              awake = resolve;
              // A reading or the end may have come while the buffer was looked at.
              if (signal.aborted || buffer.hasUnsent()) resolve();
            });
        } catch (error) {
          if (error instanceof PortalRefused) throw error;
          if (signal.aborted) return;
          const problem = error instanceof Error ? error.message : String(error);
          if (problem !== lastProblem) log(`not sent: ${problem}; readings are kept`);
          lastProblem = problem;
          const waitMs =
            (error instanceof PortalBusy ? error.waitMs : undefined) ??
            Math.min(1000 * 2 ** Math.min(failures++, 10), WAIT_MAX_MS);
          await sleep(waitMs * (1 + Math.random() / 5), undefined, { signal }).catch(() => {});
        }
      }
    },
    wake: () => awake?.(),
    isPaused: () => paused.size > 0,
  };
}

/** The message of an error of the portal. */
function problemIn(answer: string): string {
  try {
    const { message } = JSON.parse(answer) as { message?: unknown };
    if (typeof message === 'string') return message.slice(0, 200);
  } catch {
    // Not the portal.
  }
  return answer.replace(/\s+/g, ' ').slice(0, 100);
}
