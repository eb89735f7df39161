// The input calls of emoncms: `ok`, or JSON for `fulljson`.
import { inflateSync } from 'node:zlib';
import { readBulk, readPost } from '@helioport/protocol/emoncms/input';
import { readMapping } from '@helioport/protocol/emoncms/mapping';
import type { FastifyRequest } from 'fastify';
import { tokenOf } from '../../platform/token.ts';
import { type FeedInput, FeedRefused, formOf, problemOf, queryOf } from './input.ts';

/** Bytes of bulk data after decompression. */
const INFLATED_MAX = 1_048_576;

/** The parameters, with bulk data that was sent compressed: `c=1` in hexadecimal digits, `cb=1` as the body itself. */
function inflatedForm(request: FastifyRequest): URLSearchParams {
  const query = queryOf(request);
  const isBinary = query.get('cb') === '1' && Buffer.isBuffer(request.body);
  const form = isBinary ? query : formOf(request);
  if (!isBinary && form.get('c') !== '1') return form;
  const hex = form.get('data') ?? '';
  const compressed = isBinary ? (request.body as Buffer) : Buffer.from(hex, 'hex');
  try {
    form.set('data', inflateSync(compressed, { maxOutputLength: INFLATED_MAX }).toString('utf8'));
  } catch {
    throw new FeedRefused(400, 'Format error, compressed data is not valid');
  }
  return form;
}

export const emoncms: FeedInput = {
  kinds: ['emoncms'],
  paths: ['', '/emoncms'].flatMap((prefix) =>
    ['post', 'bulk'].flatMap((name) => [`${prefix}/input/${name}`, `${prefix}/input/${name}.json`]),
  ),
  methods: ['GET', 'POST'],
  bodyBytes: 262_144,
  token: (request) => tokenOf(request.headers.authorization) || (queryOf(request).get('apikey') ?? ''),
  bodyToken: (request) => formOf(request).get('apikey') ?? '',
  fail: (reply, { status, problem }) => reply.code(status).send({ success: false, message: problem }),
  async serve({ request, reply, feed, nowMs, store }) {
    const form = inflatedForm(request);
    const read = readMapping(feed.names);
    const mapping = typeof read === 'function' ? read : undefined;
    if (/\/input\/bulk/.test(request.url)) {
      const bulk = readBulk(form, nowMs, mapping);
      // A program such as emonHub sends its oldest rows until they are acknowledged, so a value that never becomes
      // storable, such as that of an unknown name, must not fail the call. The page of the feed shows the problem.
      await store(bulk.readings, bulk.problems[0]);
      if (!bulk.isReadable) throw new FeedRefused(400, bulk.problems[0] ?? 'no values');
      return reply.type('text/plain; charset=utf-8').send('ok');
    }
    const { readings, problems } = readPost(form, mapping);
    if (readings.length === 0) throw new FeedRefused(400, problems[0] ?? 'no values');
    const statuses = await store(readings, problems[0]);
    const problem = problemOf(statuses) || (problems[0] ?? '');
    if (problem !== '') throw new FeedRefused(400, problem);
    return form.has('fulljson')
      ? reply.send({ success: true })
      : reply.type('text/plain; charset=utf-8').send('ok');
  },
};
