// The upload calls of PVOutput: plain text, `OK 200: …`.
import { readBatch, readStatus } from '@helioport/protocol/pvoutput/status';
import type { FastifyReply } from 'fastify';
import { type FeedFailure, type FeedInput, FeedRefused, formOf, problemOf, queryOf } from './input.ts';

const titles: Readonly<Record<FeedFailure['status'], string>> = {
  400: 'Bad request',
  401: 'Unauthorized',
  403: 'Forbidden',
  413: 'Bad request',
  429: 'Forbidden',
  500: 'Internal error',
  503: 'Service unavailable',
};

const plain = (reply: FastifyReply, status: number, text: string) =>
  reply.code(status).type('text/plain; charset=utf-8').send(text);

const one = (value: string | string[] | undefined): string => (typeof value === 'string' ? value : '').trim();

export const pvoutput: FeedInput = {
  kinds: ['pvoutput'],
  paths: ['/service/r2/addstatus.jsp', '/service/r2/addbatchstatus.jsp'],
  methods: ['GET', 'POST'],
  bodyBytes: 65_536,
  token: (request) => one(request.headers['x-pvoutput-apikey']) || (queryOf(request).get('key') ?? ''),
  bodyToken: (request) => formOf(request).get('key') ?? '',
  fail: (reply, { status, problem }) => plain(reply, status, `${titles[status]} ${status}: ${problem}`),
  headers: ({ limit, remaining, resetS }, nowMs) => ({
    'x-rate-limit-limit': limit,
    'x-rate-limit-remaining': remaining,
    'x-rate-limit-reset': Math.floor(nowMs / 1000) + resetS,
  }),
  async serve({ request, reply, feed, nowMs, store }) {
    const form = formOf(request);
    const systemId = one(request.headers['x-pvoutput-systemid']) || (form.get('sid') ?? '');
    if (systemId !== '' && systemId !== String(feed.id)) throw new FeedRefused(401, 'Invalid System ID');
    const where = { timeZone: feed.timeZone, nowMs };
    // Some programs send batches to the call for one record.
    if (request.url.includes('addbatchstatus') || form.has('data')) {
      const batch = readBatch(form, where);
      if (!batch.ok) throw new FeedRefused(400, batch.problem);
      const readings = batch.records.flatMap((record) => record.request.readings);
      const problem = batch.records.find((record) => record.request.problems.length > 0)?.request.problems[0];
      const statuses = await store(readings, problem);
      let from = 0;
      const answers = batch.records.map(({ date, time, request: { readings: own } }) => {
        const ofRecord = statuses.slice(from, from + own.length);
        from += own.length;
        const isAdded = own.length > 0 && ofRecord.every(({ status }) => status !== 'refused');
        return `${date},${time},${isAdded ? 1 : 0}`;
      });
      return plain(reply, 200, answers.join(';'));
    }
    const status = readStatus(form, where);
    if (!status.ok) throw new FeedRefused(400, status.problem);
    const statuses = await store(status.request.readings);
    const problem = problemOf(statuses);
    if (problem !== '') throw new FeedRefused(400, problem);
    const isRepeated = statuses.every((each) => each.status === 'repeated');
    return plain(reply, 200, isRepeated ? 'OK 200: Updated Status' : 'OK 200: Added Status');
  },
};
