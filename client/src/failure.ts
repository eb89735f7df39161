// What a call can reject with.

/** The portal answered with a failure: `code` and `key` name it, `message` describes it in the language of the client. */
export class CallFailure<Key extends string = string> extends Error {
  override readonly name = 'CallFailure';
  readonly path: string;
  readonly code: number;
  /** Undefined for codes that this version of the client does not have. */
  readonly key: Key | undefined;
  /** HTTP status; 200 for most failures. */
  readonly status: number;
  /** Seconds after which the call can be repeated, as far as the portal states them. */
  readonly retryAfterS: number | undefined;

  constructor(
    message: string,
    parts: Pick<CallFailure<Key>, 'path' | 'code' | 'key' | 'status' | 'retryAfterS'>,
  ) {
    super(message);
    this.path = parts.path;
    this.code = parts.code;
    this.key = parts.key;
    this.status = parts.status;
    this.retryAfterS = parts.retryAfterS;
  }
}

/** No answer of a portal: no connection, no answer in time, a redirect, or an answer of another program. */
export class ConnectionFailure extends Error {
  override readonly name = 'ConnectionFailure';
  readonly path: string;
  /** HTTP status of the other program, if there was an answer. */
  readonly status: number | undefined;

  constructor(message: string, parts: { path: string; status?: number | undefined; cause?: unknown }) {
    super(message, { cause: parts.cause });
    this.path = parts.path;
    this.status = parts.status;
  }
}
