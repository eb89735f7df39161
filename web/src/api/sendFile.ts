// Uploads a large file: announces it, then sends it piece by piece, so that progress can be shown.
import type { configuration } from '@helioport/contract/configuration';
import type { OutputOf } from '@helioport/contract/endpoint';
import { call } from './client.ts';

/** The calls to upload files of one purpose. */
export interface FileWay {
  /** Announces a file. */
  begin: (file: { name: string; bytes: number }) => Promise<{ id: number; pieceBytes: number }>;
  piece: typeof configuration.documentationFilePiece;
}

/** A file as the server has it. */
export type SentFile = NonNullable<OutputOf<typeof configuration.documentationFilePiece>['file']>;

/** Sends a file. `onProgress` receives the uploaded share, 0 to 1; failures reject as those of any call. */
export async function sendFile(
  { begin, piece }: FileWay,
  file: File,
  onProgress: (share: number) => void,
): Promise<SentFile> {
  const { id, pieceBytes } = await begin({ name: file.name, bytes: file.size });
  for (let startAt = 0; ; startAt += pieceBytes) {
    const part = file.slice(startAt, startAt + pieceBytes);
    const answer = await call(piece, { id, startAt, file: part }, { quiet: true });
    onProgress(answer.received / file.size);
    if (answer.file) return answer.file;
  }
}
