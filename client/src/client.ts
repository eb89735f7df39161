// Calls of the API over `fetch`. The table of calls and their types are generated from the contract: see build.ts.
import { CallFailure, ConnectionFailure } from './failure.ts';

const SUCCESS = 200;
const ENGLISH = 6;
const DOWNLOAD_MS = 120_000;
const RETRY_AFTER_MAX_S = 60;

export interface ClientOptions {
  /** Address of the portal, such as https://portal.example. */
  url: string;
  /** Personal access token, or the token of a session. */
  token?: string;
  /** Number of the language of messages and names; 6, English, if absent. */
  language?: number;
  /** Longest `Retry-After` in seconds after which a rejected call is repeated once; 60 if absent, 0 for never. */
  retryAfterMaxS?: number;
  /** Used instead of the global `fetch`. */
  fetch?: typeof globalThis.fetch;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** Milliseconds to wait for the answer; the time of the contract if absent. */
  timeoutMs?: number;
}

/** A file of the portal, read while it arrives. */
export interface Download {
  fileName: string;
  /** Media type, such as application/gzip. */
  type: string;
  /** Undefined if the portal writes the file while sending it. */
  bytes: number | undefined;
  body: ReadableStream<Uint8Array>;
}

export interface ClientBase {
  /** Logs in with a password. Later calls use the token of the session. */
  logIn(account: string, password: string, options?: CallOptions): Promise<void>;
  /** Ends the session of `logIn`. */
  logOut(options?: CallOptions): Promise<void>;
  /**
   * Reads a file by an address that a call returns, or another GET address of the portal. Addresses of other servers
   * are rejected.
   */
  download(address: string, options?: CallOptions): Promise<Download>;
}

/** A call as the generated table has it. */
export interface CallEntry {
  path: string;
  writes: boolean;
  timeoutMs: number;
}

export interface Table {
  calls: Readonly<Record<string, Readonly<Record<string, CallEntry>>>>;
  /** Key of a failure by its code. */
  failures: Readonly<Record<number, string>>;
  logIn: CallEntry;
  logOut: CallEntry;
}

interface Attempt {
  response: Response;
  path: string;
  /** Ends the time limit. */
  arrived(): void;
}

/** The client for the calls of a table. */
export function clientOf(table: Table, options: ClientOptions): ClientBase {
  const { language = ENGLISH, retryAfterMaxS = RETRY_AFTER_MAX_S } = options;
  const base = new URL(options.url.endsWith('/') ? options.url : `${options.url}/`);
  let { token = '' } = options;

  const request = async (
    address: URL,
    init: { method: 'GET' | 'POST'; body?: string | FormData; headers?: Record<string, string> },
    timeoutMs: number,
    signal: AbortSignal | undefined,
  ): Promise<Attempt> => {
    const path = address.pathname.slice(base.pathname.length);
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), timeoutMs);
    try {
      const response = await (options.fetch ?? globalThis.fetch)(address, {
        ...init,
        headers: {
          ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
          lan: String(language),
          ...init.headers,
        },
        // The token belongs to this address only, and a redirected POST becomes a GET.
        redirect: 'error',
        signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
      });
      return { response, path, arrived: () => clearTimeout(timer) };
    } catch (cause) {
      clearTimeout(timer);
      if (signal?.aborted) throw signal.reason;
      throw new ConnectionFailure(
        late.signal.aborted
          ? `${path}: no answer in ${timeoutMs / 1000} s`
          : `${path}: no answer or a redirect`,
        { path, cause },
      );
    }
  };

  /** The failure that an answer is; an answer that is no envelope comes from another program. */
  const failureOf = async ({ response, path, arrived }: Attempt): Promise<Error> => {
    const { status } = response;
    const { code, msg } = envelopeIn(await response.text().catch(() => ''));
    arrived();
    if (code === undefined)
      return new ConnectionFailure(`${path}: unexpected answer (status ${status})`, { path, status });
    return new CallFailure(msg, {
      path,
      code,
      key: table.failures[code],
      status,
      retryAfterS: retryAfter(response),
    });
  };

  const call = async (
    entry: CallEntry,
    input: unknown,
    { signal, timeoutMs }: CallOptions = {},
  ): Promise<unknown> => {
    const attempt = () =>
      request(
        new URL(entry.path, base),
        { method: 'POST', ...bodyOf(input) },
        timeoutMs ?? entry.timeoutMs,
        signal,
      );
    let answer = await attempt();
    const waitS = retryAfter(answer.response);
    const { status } = answer.response;
    // 429 is sent before the call runs; after 503, only reading is repeated.
    const isRepeatable = status === 429 || (status === 503 && !entry.writes);
    if (isRepeatable && waitS !== undefined && waitS <= retryAfterMaxS) {
      answer.arrived();
      await answer.response.body?.cancel();
      await pause(waitS * 1000, signal);
      answer = await attempt();
    }
    const { response, path, arrived } = answer;
    if (response.status !== 200) throw await failureOf(answer);
    let text: string;
    try {
      text = await response.text();
    } catch (cause) {
      if (signal?.aborted) throw signal.reason;
      throw new ConnectionFailure(`${path}: incomplete answer`, { path, cause });
    } finally {
      arrived();
    }
    const { code, msg, data } = envelopeIn(text);
    if (code === undefined) throw new ConnectionFailure(`${path}: unexpected answer`, { path, status: 200 });
    if (code !== SUCCESS)
      throw new CallFailure(msg, {
        path,
        code,
        key: table.failures[code],
        status: 200,
        retryAfterS: undefined,
      });
    return data;
  };

  const baseCalls: ClientBase = {
    async logIn(account, password, callOptions) {
      const session = (await call(table.logIn, { account, password }, callOptions)) as {
        tokenInfo: { token: string };
      };
      token = session.tokenInfo.token;
    },
    async logOut(callOptions) {
      await call(table.logOut, {}, callOptions);
      token = '';
    },
    async download(address, { signal, timeoutMs = DOWNLOAD_MS } = {}) {
      const url = new URL(address, base);
      if (url.origin !== base.origin) throw new TypeError(`${url.origin} is not the portal`);
      const answer = await request(url, { method: 'GET' }, timeoutMs, signal);
      const { response, path } = answer;
      if (response.status !== 200) throw await failureOf(answer);
      answer.arrived();
      if (!response.body) throw new ConnectionFailure(`${path}: empty answer`, { path, status: 200 });
      const length = response.headers.get('content-length');
      return {
        fileName: fileNameOf(response.headers.get('content-disposition') ?? '') ?? 'download',
        type: response.headers.get('content-type') ?? 'application/octet-stream',
        bytes: length === null || response.headers.has('content-encoding') ? undefined : Number(length),
        body: response.body,
      };
    },
  };
  const modules = Object.entries(table.calls).map(([name, calls]) => [
    name,
    Object.fromEntries(
      Object.entries(calls).map(([key, entry]) => [
        key,
        (input: unknown, callOptions?: CallOptions) => call(entry, input, callOptions),
      ]),
    ),
  ]);
  return Object.assign(Object.fromEntries(modules), baseCalls);
}

/** The body of a call: JSON, or a form if a field is a file. */
function bodyOf(input: unknown): { body: string | FormData; headers?: Record<string, string> } {
  const fields = Object.entries(input ?? {}) as [string, unknown][];
  if (!fields.some(([, value]) => value instanceof Blob))
    return { body: JSON.stringify(input ?? {}), headers: { 'content-type': 'application/json' } };
  const form = new FormData();
  for (const [name, value] of fields) {
    if (value === undefined) continue;
    if (value instanceof Blob || typeof value === 'string') form.append(name, value);
    else form.append(name, JSON.stringify(value));
  }
  return { body: form };
}

/** The parts of an envelope; without `code` if the text is none. */
function envelopeIn(text: string): { code?: number; msg: string; data?: unknown } {
  try {
    const { code, msg, data } = JSON.parse(text) as Record<string, unknown>;
    if (typeof code === 'number') return { code, msg: typeof msg === 'string' ? msg : '', data };
  } catch {
    // Not an envelope.
  }
  return { msg: '' };
}

/** Seconds of `Retry-After`, which the portal sends as a number. */
function retryAfter({ headers }: Response): number | undefined {
  const text = headers.get('retry-after') ?? '';
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** The name in a `Content-Disposition`, without folders. */
function fileNameOf(disposition: string): string | undefined {
  const [, encoded] = /filename\*=UTF-8''([^;\s]+)/i.exec(disposition) ?? [];
  const [, plain] = /filename="([^"]*)"/i.exec(disposition) ?? [];
  let name = plain;
  try {
    if (encoded !== undefined) name = decodeURIComponent(encoded);
  } catch {
    // The plain name remains.
  }
  return name?.split(/[\\/]/).at(-1) || undefined;
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, ms);
    signal?.addEventListener('abort', end, { once: true });
  });
}
