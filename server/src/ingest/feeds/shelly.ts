// The status of a Shelly, sent by its script or by a program that reads it: `ok`, or JSON with what is wrong.
import { readShelly, shellyRoles } from '@helioport/protocol/shelly/status';
import { tokenOf } from '../../platform/token.ts';
import { type FeedInput, FeedRefused, problemOf, queryOf } from './input.ts';

export const shelly: FeedInput = {
  kinds: ['shelly'],
  paths: ['/shelly'],
  methods: ['POST'],
  bodyBytes: 65_536,
  token: (request) => tokenOf(request.headers.authorization) || (queryOf(request).get('token') ?? ''),
  fail: (reply, { status, problem }) => reply.code(status).send({ success: false, message: problem }),
  async serve({ request, reply, store }) {
    const roles = shellyRoles(queryOf(request).get('roles') ?? 'pv');
    if (!roles) throw new FeedRefused(400, 'roles: expected pv, grid, battery or none for each channel');
    const body = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '';
    const { readings, problems } = readShelly(body, roles);
    if (readings.length === 0) throw new FeedRefused(400, problems[0] ?? 'no values');
    const problem = problemOf(await store(readings, problems[0]));
    if (problem !== '') throw new FeedRefused(400, problem);
    return reply.type('text/plain; charset=utf-8').send('ok');
  },
};
