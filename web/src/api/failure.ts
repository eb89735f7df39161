// Failures of a call, and the message shown for each.
import { t } from '../i18n.ts';

interface FailureParts {
  message: string;
  /** HTTP status; absent without an answer. */
  status?: number | undefined;
  /** Code of the envelope if the server answered 200 with a rejection. */
  code?: number | undefined;
  /** True when the request cannot have reached the server. */
  neverLeft?: boolean;
  /** The token that was sent. */
  token?: string;
}

export class CallFailure extends Error {
  readonly status: number | undefined;
  readonly code: number | undefined;
  readonly neverLeft: boolean;
  readonly token: string;
  /** The reader had data of what the server now refuses. */
  isEnded = false;

  constructor(parts: FailureParts) {
    super(parts.message);
    this.name = 'CallFailure';
    this.status = parts.status;
    this.code = parts.code;
    this.neverLeft = parts.neverLeft ?? false;
    this.token = parts.token ?? '';
  }
}

const finalStatuses = new Set([401, 403, 404, 413, 429, 502, 503, 504, 505]);

/**
 * True for answers after which a retry is useless. 403, 404 and 502 to 505 come from the specification; 401, 413 and
 * 429 are added because a second attempt is rejected the same way.
 */
export const endsTheMatter = (status: number | undefined): boolean =>
  status !== undefined && finalStatuses.has(status);

/**
 * The specified message for an HTTP status; undefined means no answer. `said` is the server's own message, used only
 * where it has more detail than the status (too large, too many, maintenance).
 */
export function wordsOfStatus(status: number | undefined, url: string, message?: string): string {
  switch (status) {
    case 401:
      return t('request.expired');
    case 403:
      return t('request.forbidden');
    case 404:
      return t('request.unknownAddress', { url });
    case 413:
    case 429:
    case 503:
      return message || t('request.unreachable');
    default:
      return t('request.unreachable');
  }
}
