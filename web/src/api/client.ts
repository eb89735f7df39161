// Sends one contract call as one `fetch`: headers, request signature, timeout, a single retry, and failures with the
// specified messages. Session and message display are injected by `connect`.
import type { Endpoint, InputOf, OutputOf } from '@helioport/contract/endpoint';
import { sign } from '@helioport/contract/sign';
import { answered, unanswered } from '../connection.ts';
import { CallFailure, endsTheMatter, wordsOfStatus } from './failure.ts';

const SUCCESS = 200;
const RETRY_AFTER_MS = 1000;

/** Identity of the client, sent in the request headers. */
export interface Identity {
  token: string;
  /** Number of the language, header `lan`. */
  languageCode: number;
  /** Header `oem`. */
  oem: string;
  /** Header `app`: company id, else brand id. */
  app: number;
}

interface Connection {
  identity: () => Identity;
  /** The server rejected this token; show the message if the token is still the current one. */
  onExpired: (token: string, message: string) => void;
  /** Shows a failure message to the user. */
  onFailure: (message: string) => void;
  /** The server answered 503, possibly because of maintenance. */
  onUnavailable?: () => void;
}

let connection: Connection = {
  identity: () => ({ token: '', languageCode: 6, oem: 'NEP', app: 0 }),
  onExpired: () => {},
  onFailure: () => {},
};

/** Sets the session and message handlers of the client. Called once at startup. */
export function connect(parts: Connection): void {
  connection = parts;
}

/** Headers of every request, for endpoints outside the contract such as `/live`. */
export function identityHeaders() {
  const { token, languageCode, oem, app } = connection.identity();
  return { Authorization: token, lan: String(languageCode), client: 'web', oem, app: String(app) };
}

/**
 * An entry of the contract without its schemas, which would cost the login page 28 kB: what the wire needs, and the
 * entry as a type alone. See session/publicCalls.ts.
 */
export interface LeanCall<E extends Endpoint> extends Pick<E, 'path' | 'writes' | 'timeoutMs'> {
  readonly promises?: E;
}

/** Reports that the server no longer accepts this token, for requests made outside `call`. */
export function endSession(token: string): void {
  connection.onExpired(token, wordsOfStatus(401, ''));
}

export interface CallOptions {
  signal?: AbortSignal;
  /** True: the caller shows the failure itself, so no toast. An expired session always acts. */
  quiet?: boolean;
}

/**
 * Calls an endpoint and returns its `data`. Failures reject with `CallFailure`; an abort by `signal` rejects with the
 * signal's reason and shows no message. The timeout is the entry's, per attempt.
 *
 * Retries once after 1 s, only where a second attempt can help and is safe:
 * - not after a final answer (401, 403, 404, 413, 429, 502 to 505);
 * - a write is repeated only if the browser was offline, so the request was never sent. After a lost answer it is
 *   unknown whether the write happened, and the user decides.
 */
export async function call<E extends Endpoint>(
  endpoint: E | LeanCall<E>,
  input: InputOf<E>,
  { signal, quiet = false }: CallOptions = {},
): Promise<OutputOf<E>> {
  const attempt = () => send(endpoint, input, signal);
  try {
    return await attempt().catch(async (reason: unknown) => {
      if (!(reason instanceof CallFailure) || !mayRetry(endpoint, reason)) throw reason;
      await pause(RETRY_AFTER_MS, signal);
      return attempt();
    });
  } catch (reason) {
    if (reason instanceof CallFailure) {
      if (reason.status === 503) connection.onUnavailable?.();
      if (reason.status === 401) endSession(reason.token);
      else if (!quiet) connection.onFailure(reason.message);
    }
    throw reason;
  }
}

function mayRetry(endpoint: { writes: boolean }, failure: CallFailure): boolean {
  if (failure.code !== undefined || endsTheMatter(failure.status)) return false;
  return !endpoint.writes || failure.neverLeft;
}

async function send<E extends Endpoint>(
  endpoint: E | LeanCall<E>,
  input: InputOf<E>,
  signal: AbortSignal | undefined,
): Promise<OutputOf<E>> {
  const url = `/${endpoint.path}`;
  const { body, text, type } = bodyOf(input ?? {});
  const headers = identityHeaders();
  const token = headers.Authorization;
  const timeout = AbortSignal.timeout(endpoint.timeoutMs);
  let status: number | undefined;
  let envelope: { code?: number; msg?: string; data?: unknown } | null;
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, ...type, sign: sign(text) },
      body,
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    answered();
    status = response.status;
    envelope = await response.json().catch(() => null);
  } catch (reason) {
    if (signal?.aborted) throw signal.reason ?? reason;
    if (status === undefined) unanswered();
    throw new CallFailure({
      message: wordsOfStatus(undefined, url),
      neverLeft: globalThis.navigator?.onLine === false,
      token,
    });
  }
  if (signal?.aborted) throw signal.reason;
  if (status !== 200 || envelope === null) {
    throw new CallFailure({ message: wordsOfStatus(status, url, envelope?.msg), status, token });
  }
  if (envelope.code !== SUCCESS) {
    throw new CallFailure({ message: envelope.msg ?? '', status, code: envelope.code ?? 0, token });
  }
  if (import.meta.env.DEV && 'output' in endpoint) holdToPromise(endpoint, envelope.data);
  return envelope.data as OutputOf<E>;
}

/**
 * The request body, and the text that its signature covers. An input with a file is sent as a form: the browser sets
 * the content type, and the signature covers the empty text because file contents are not signed.
 */
function bodyOf(input: object): { body: string | FormData; text: string; type: Record<string, string> } {
  if (!Object.values(input).some((value) => value instanceof Blob)) {
    const text = JSON.stringify(input);
    return { body: text, text, type: { 'Content-Type': 'application/json' } };
  }
  const form = new FormData();
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue;
    if (value instanceof Blob || typeof value === 'string') form.append(name, value);
    else form.append(name, JSON.stringify(value));
  }
  return { body: form, text: '', type: {} };
}

function holdToPromise(endpoint: Endpoint, data: unknown): void {
  const parsed = endpoint.output.safeParse(data);
  if (!parsed.success) console.error(`${endpoint.path} breaks its promise`, parsed.error.issues);
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
