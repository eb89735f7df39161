// Responses of the OpenTelemetry protocol in Protocol Buffers. Pure.
import protobuf from 'protobufjs/minimal.js';

/** Tags of the fields 1 and 2: a varint, or a length with bytes. */
const FIRST_VARINT = 8;
const FIRST_BYTES = 10;
const SECOND_BYTES = 18;

/** `google.rpc.Status`: why a request was rejected. */
export const statusMessage = (code: number, message: string): Uint8Array =>
  protobuf.Writer.create().uint32(FIRST_VARINT).int32(code).uint32(SECOND_BYTES).string(message).finish();

/** `ExportMetricsServiceResponse`: empty, or with the number of rejected points and the first problem. */
export function responseMessage(rejected: number, problem: string): Uint8Array {
  const writer = protobuf.Writer.create();
  if (problem === '') return writer.finish();
  return writer
    .uint32(FIRST_BYTES)
    .fork()
    .uint32(FIRST_VARINT)
    .int64(rejected)
    .uint32(SECOND_BYTES)
    .string(problem)
    .ldelim()
    .finish();
}
