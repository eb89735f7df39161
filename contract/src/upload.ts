// Files that come with a multipart call.
import { z } from 'zod';

/** A file as handlers receive it; browsers send a `File` in its place. */
export interface Upload {
  filename: string;
  mimetype: string;
  data: Uint8Array;
}

const isUpload = (raw: unknown): raw is Upload =>
  typeof raw === 'object' && raw !== null && 'data' in raw && raw.data instanceof Uint8Array;

/** One uploaded file. What is in it is for the handler to find out: name and type are only claims. */
export const upload = z
  .custom<Blob | Upload>(isUpload, 'Expected a file')
  .meta({ type: 'string', format: 'binary' })
  .transform((raw) => raw as Upload);
