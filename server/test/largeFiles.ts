// Bringing large files as a browser does: announced, then piece by piece.
import type { Envelope } from '@helioport/contract/envelope';
import { PIECE_BYTES } from '@helioport/contract/largeFiles';
import type { Caller, TestApp } from './harness.ts';

/** The calls by which files of one purpose come in. */
export interface Way {
  begin: { path: string };
  piece: { path: string };
}

interface Sent {
  code: number;
  /** Of the last piece that was answered. */
  file: { id: number; name: string; mime: string; sha256: string; address: string } | null;
}

/** Sends one piece, as multipart. */
export async function sendPiece(
  { http }: TestApp,
  token: string,
  { path }: { path: string },
  piece: { id: number; startAt: number; data: Uint8Array; filename?: string },
): Promise<Envelope> {
  const boundary = 'helioport-boundary';
  const field = (name: string, value: number) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${piece.filename ?? 'piece'}"\r\n\r\n`;
  const answer = await http.inject({
    method: 'POST',
    url: `/${path}`,
    headers: { authorization: token, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([
      Buffer.from(field('id', piece.id) + field('startAt', piece.startAt) + head),
      piece.data,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  });
  return answer.json() as Envelope;
}

/** Sends a whole file; the code is that of the first call that was refused. */
export async function sendFile(
  app: TestApp,
  who: Caller & { token: string },
  way: Way,
  { name, data }: { name: string; data: Uint8Array },
): Promise<Sent> {
  const { envelope } = await who.send(way.begin.path, { name, bytes: data.length });
  if (envelope.code !== 200) return { code: envelope.code, file: null };
  const { id } = envelope.data as { id: number };
  let last: Envelope = envelope;
  for (let startAt = 0; startAt < data.length; startAt += PIECE_BYTES) {
    const piece = { id, startAt, data: data.subarray(startAt, startAt + PIECE_BYTES) };
    last = await sendPiece(app, who.token, way.piece, piece);
    if (last.code !== 200) return { code: last.code, file: null };
  }
  return { code: 200, file: (last.data as { file: Sent['file'] }).file };
}
