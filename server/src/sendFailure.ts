// The answer of a call that failed: which failure it is, in the caller's language.
import type { FailureKey } from '@helioport/contract/failures';
import { languageByCode } from '@helioport/domain/languages';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { BusinessFailure } from './platform/failure.ts';
import type { Log } from './platform/log.ts';
import type { Metrics } from './platform/metrics.ts';
import { isDatabaseAway } from './platform/outage.ts';
import { translate } from './platform/texts.ts';

/** The caller's language code: the `lan` header, 6 (English) where it is missing or unknown. */
export function languageOf(request: FastifyRequest): number {
  const code = Number(request.headers.lan ?? 6);
  return languageByCode(code) ? code : 6;
}

/** What the carrier itself refuses, in our terms. */
const carrierFailures: Record<string, FailureKey> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.tooLarge',
  FST_REQ_FILE_TOO_LARGE: 'request.tooLarge',
};

/** The client has closed the connection; no server failure. */
const isGone = (error: unknown): boolean =>
  (error as Partial<FastifyError>).code === 'ERR_STREAM_PREMATURE_CLOSE';

function asFailure(error: unknown): BusinessFailure | undefined {
  if (error instanceof BusinessFailure) return error;
  if (isDatabaseAway(error)) return new BusinessFailure('server.busy');
  const { code, statusCode } = error as Partial<FastifyError>;
  const known = code === undefined ? undefined : carrierFailures[code];
  if (known) return new BusinessFailure(known);
  if (statusCode === 429) return new BusinessFailure('request.tooMany');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new BusinessFailure('request.invalid', { field: 'body' });
  }
  return undefined;
}

/** Responds with the failure of an error; unexpected errors are logged and not disclosed. */
export async function sendFailure(
  { log, metrics }: { log: Log; metrics: Metrics },
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const known = asFailure(error);
  if (isGone(error)) log.debug({ path: request.url }, 'a caller left before his answer');
  else if (!known) log.error({ err: error, path: request.url }, 'a call failed unexpectedly');
  const failure = known ?? new BusinessFailure('server.unexpected');
  const path = request.routeOptions.url?.slice(1) ?? 'unknown';
  metrics.requestSeconds.observe({ path, code: failure.code }, reply.elapsedTime / 1000);
  await reply
    .code(failure.http)
    .header('cache-control', 'no-store')
    .send({
      code: failure.code,
      msg: translate(languageOf(request), `failure.${failure.key}`, failure.params),
      data: null,
    });
}
