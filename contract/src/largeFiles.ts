// Upload of large files: announced with their length, then sent in parts, so that no file is in memory as a whole, a lost
// connection costs one part, and the client knows its progress. Used for documents and firmware.
import { z } from 'zod';
import { upload } from './upload.ts';
import { body, neededText, whole } from './values.ts';

/** Bytes of one piece of a large file; only the last one is shorter. */
export const PIECE_BYTES = 524_288;

const MOST_BYTES = 1_000_000_000;

/** A large file as its readers see it. */
export const largeFile = z
  .object({
    id: z.number().int(),
    name: z.string(),
    mime: z.string(),
    bytes: z.number().int(),
    sha256: z.string().describe('64 hex digits.'),
    address: z.string().describe('Path on the portal; everyone who has it can read the file.'),
  })
  .meta({ id: 'LargeFile' });

/** Input and output of the call that announces a file. */
export const fileBegin = {
  input: body({ name: neededText(255), bytes: whole(1, MOST_BYTES) }),
  output: z.object({ id: z.number().int(), pieceBytes: z.number().int() }),
};

/** The end of the summary of a call that brings a piece. */
export const AS_PIECE =
  ', as multipart with the fields `id`, `startAt` and `file`. The same piece twice counts once; the last one ends it.';

/** What the calls that bring a piece have in common. */
export const filePiece = {
  writes: true,
  takesFile: true,
  timeoutMs: 30_000,
  input: body({ id: whole(1, 1e12), startAt: whole(0, MOST_BYTES), file: upload }),
  output: z.object({
    received: z.number().int().describe('Bytes received: start of the next part.'),
    file: largeFile.nullable().describe('Null until it is complete.'),
  }),
} as const;
