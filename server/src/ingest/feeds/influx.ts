// The write calls of InfluxDB 1 and 2: 204 without a body, errors as JSON.
import { agentFeedKinds } from '@helioport/domain/feeds';
import { isInfluxPrecision, readLines } from '@helioport/protocol/influx/lines';
import type { FastifyRequest } from 'fastify';
import { type FeedFailure, type FeedInput, FeedRefused, problemOf, queryOf } from './input.ts';

const codes: Readonly<Record<FeedFailure['status'], string>> = {
  400: 'invalid',
  401: 'unauthorized',
  403: 'forbidden',
  413: 'request too large',
  429: 'too many requests',
  500: 'internal error',
  503: 'unavailable',
};

/** The token: `Token …` or `Bearer …`, the password of Basic, or `p` in the query. */
function tokenIn(request: FastifyRequest): string {
  const [, scheme = '', value = ''] = /^(\w+)\s+(\S+)\s*$/.exec(request.headers.authorization ?? '') ?? [];
  if (/^(?:token|bearer)$/i.test(scheme)) return value.slice(value.indexOf(':') + 1);
  if (/^basic$/i.test(scheme)) {
    const pair = Buffer.from(value, 'base64').toString('utf8');
    return pair.slice(pair.indexOf(':') + 1);
  }
  return queryOf(request).get('p') ?? '';
}

export const influx: FeedInput = {
  kinds: ['influx', ...agentFeedKinds],
  paths: ['/api/v2/write', '/write'],
  methods: ['POST'],
  bodyBytes: 2 * 1_048_576,
  token: tokenIn,
  fail: (reply, { status, problem }, request) =>
    reply
      .code(status)
      .send(
        request.url.startsWith('/write') ? { error: problem } : { code: codes[status], message: problem },
      ),
  async serve({ request, reply, store }) {
    const precision = queryOf(request).get('precision') ?? 'ns';
    if (!isInfluxPrecision(precision)) throw new FeedRefused(400, 'invalid precision');
    const body = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '';
    const { readings, problems } = readLines(body, precision);
    if (readings.length === 0) throw new FeedRefused(400, problems[0] ?? 'no values');
    const statuses = await store(readings, problems[0]);
    const refused = statuses.filter(({ status }) => status === 'refused').length;
    const problem = problems[0] ?? problemOf(statuses);
    if (problem !== '')
      throw new FeedRefused(400, refused < statuses.length ? `partial write: ${problem}` : problem);
    return reply.code(204).send();
  },
};
