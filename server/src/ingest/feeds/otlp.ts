// Metrics over the OpenTelemetry protocol (OTLP/HTTP), answered in the encoding of the request.
import { type OtlpRequest, readPoints } from '@helioport/protocol/otlp/metrics';
import { OtlpInvalid, readJson, readProtobuf } from '@helioport/protocol/otlp/request';
import { responseMessage, statusMessage } from '@helioport/protocol/otlp/response';
import type { FastifyRequest } from 'fastify';
import { tokenOf } from '../../platform/token.ts';
import { countReadings, OUTDATED } from './counters.ts';
import { type FeedFailure, type FeedInput, FeedRefused, problemOf } from './input.ts';

const isJson = (request: FastifyRequest): boolean => /json/i.test(request.headers['content-type'] ?? '');

/** Codes of gRPC by the status of HTTP, as a body of an error has them. */
const codes: Readonly<Record<FeedFailure['status'], number>> = {
  400: 3,
  401: 16,
  403: 7,
  413: 3,
  429: 8,
  500: 13,
  503: 14,
};

const PROTOBUF = 'application/x-protobuf';

/** The points of a request as readings. */
function readRequest(request: FastifyRequest): OtlpRequest {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  try {
    return readPoints(isJson(request) ? readJson(body.toString('utf8')) : readProtobuf(body));
  } catch (error) {
    if (error instanceof OtlpInvalid) throw new FeedRefused(400, error.message);
    throw error;
  }
}

export const otlp: FeedInput = {
  kinds: ['otlp'],
  paths: ['/otlp/v1/metrics'],
  methods: ['POST'],
  bodyBytes: 2 * 1_048_576,
  token: (request) => tokenOf(request.headers.authorization),
  fail: (reply, { status, problem }, request) =>
    isJson(request)
      ? reply.code(status).send({ code: codes[status], message: problem })
      : reply
          .code(status)
          .type(PROTOBUF)
          .send(Buffer.from(statusMessage(codes[status], problem))),
  async serve({ request, reply, db, feed, store }) {
    const read = readRequest(request);
    const { problems } = read;
    if (read.readings.length === 0) throw new FeedRefused(400, problems[0] ?? 'no values');
    const { statuses, outdated } = await countReadings(db, feed, read, (readings, problem) =>
      store(readings, problems[0] ?? problem),
    );
    const rejected = statuses.filter(({ status }) => status === 'refused').length + read.rejected + outdated;
    const problem = problems[0] ?? (problemOf(statuses) || (outdated > 0 ? OUTDATED : ''));
    if (isJson(request))
      return reply.send(
        problem === ''
          ? {}
          : { partialSuccess: { rejectedDataPoints: String(rejected), errorMessage: problem } },
      );
    return reply.type(PROTOBUF).send(Buffer.from(responseMessage(rejected, problem)));
  },
};
