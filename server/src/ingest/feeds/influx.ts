// The write calls of InfluxDB 1, 2 and 3: 204 without a body, errors as JSON; and what clients of InfluxDB 1 call before
// they write: the check of the connection and the creation of a database.
import { agentFeedKinds } from '@helioport/domain/feeds';
import { isInfluxPrecision, readLines } from '@helioport/protocol/influx/lines';
import type { FastifyRequest } from 'fastify';
import type { FastifyInstance } from '../../platform/http.ts';
import { type FeedFailure, type FeedInput, FeedRefused, formOf, problemOf, queryOf } from './input.ts';

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
  paths: ['/api/v2/write', '/api/v3/write_lp', '/write'],
  methods: ['POST'],
  bodyBytes: 2 * 1_048_576,
  token: tokenIn,
  fail: (reply, { status, problem }, request) =>
    reply
      .code(status)
      .send(
        request.url.startsWith('/api/v2/') ? { code: codes[status], message: problem } : { error: problem },
      ),
  async serve({ request, reply, store }) {
    const isVersion3 = request.url.startsWith('/api/v3/');
    const precision = queryOf(request).get('precision') ?? (isVersion3 ? 'auto' : 'ns');
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

/**
 * Answers the statements that clients of InfluxDB 1 run before they write: any database exists as soon as it is created.
 * Other statements fail, because stored readings are not readable here.
 */
export const influxQuery: FeedInput = {
  ...influx,
  paths: ['/query'],
  methods: ['GET', 'POST'],
  bodyBytes: 4096,
  async serve({ request, reply }) {
    const statement = (formOf(request).get('q') ?? '').trim();
    const databases = { series: [{ name: 'databases', columns: ['name'] }] };
    if (/^show\s+databases\s*;?$/i.test(statement))
      return reply.send({ results: [{ statement_id: 0, ...databases }] });
    if (!/^create\s+database\s[^;]+;?$/i.test(statement))
      throw new FeedRefused(400, 'only SHOW DATABASES and CREATE DATABASE are supported');
    return reply.send({ results: [{ statement_id: 0 }] });
  },
};

/** Adds the address where clients of InfluxDB check the connection, without a token. */
export function addInfluxPing(app: FastifyInstance): void {
  app.route({
    url: '/ping',
    method: ['GET', 'HEAD'],
    handler: (_request, reply) => reply.code(204).header('x-influxdb-version', 'helioport').send(),
  });
}
