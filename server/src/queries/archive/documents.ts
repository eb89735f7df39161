// Imports the documents of an archive. They keep their bytes, so their type is determined again from the content.
import fs from 'node:fs';
import { SITE_FILES_MAX } from '@helioport/contract/siteFiles';
import { ArchiveRefused, type ExtractedFile } from '../../platform/archive/unpack.ts';
import type { Tx } from '../../platform/db.ts';
import { kindOfFile, safeFileName, TAIL_BYTES } from '../../platform/fileKinds.ts';
import { importSiteFile } from '../../repositories/siteFiles.ts';
import { type Archive, documentSchema, issueOf, linesOf, partsOf } from './content.ts';
import { documentPath } from './format.ts';

/** Bytes of a document in memory. */
const DOCUMENT_PIECE_BYTES = 524_288;
/** List of the documents, without its ending. */
const DOCUMENTS = 'documents/documents';

interface Parts {
  tx: Tx;
  siteId: number;
  now: number;
  /** The user of this server with an email address of the archive; null: none. */
  userOf: (email: string | null) => number | null;
  /** Called before each file. */
  onFile: () => void;
}

/**
 * Adds all documents to a new plant.
 * @throws ArchiveRefused for content that differs from its list, and for files that no list names.
 */
export async function importDocuments(archive: Archive, parts: Parts): Promise<void> {
  const { tx, siteId, now, userOf, onFile } = parts;
  const listed = new Set<string>();
  let count = 0;
  for (const list of partsOf(archive, DOCUMENTS))
    for await (const line of linesOf(list)) {
      const parsed = documentSchema.safeParse(line);
      if (!parsed.success) throw new ArchiveRefused('invalidContent', list.name, issueOf(parsed.error));
      if (++count > SITE_FILES_MAX) throw new ArchiveRefused('tooLarge', list.name, 'too many documents');
      const { name, mime, bytes, sha256, added_at: addedAt, user } = parsed.data;
      const file = archive.files.get(documentPath(sha256, mime));
      if (!file) throw new ArchiveRefused('invalidContent', list.name, 'document missing');
      listed.add(file.name);
      if (file.sha256 !== sha256 || file.bytes !== bytes || kindOfPlace(file) !== mime)
        throw new ArchiveRefused('invalidContent', file.name, 'other content than its list states');
      onFile();
      await importSiteFile(
        tx,
        siteId,
        {
          name: safeFileName(name),
          mime,
          bytes,
          sha256,
          addedAt: new Date(Math.min(Date.parse(addedAt), now)),
          userId: userOf(user),
        },
        fs.createReadStream(file.place, { highWaterMark: DOCUMENT_PIECE_BYTES }),
      );
    }
  for (const { name } of archive.files.values())
    if (/^documents\/[0-9a-f]{64}\./.test(name) && !listed.has(name))
      throw new ArchiveRefused('unexpectedFile', name);
  if (count !== archive.manifest.counts.documents)
    throw new ArchiveRefused('invalidContent', `${DOCUMENTS}.jsonl`, 'count differs from the manifest');
}

/** Type of an unpacked file by its first and last bytes. */
function kindOfPlace({ place, bytes }: ExtractedFile): string | undefined {
  const ends = (from: number, length: number) => {
    const into = Buffer.alloc(length);
    const file = fs.openSync(place, 'r');
    try {
      return into.subarray(0, fs.readSync(file, into, 0, length, from));
    } finally {
      fs.closeSync(file);
    }
  };
  const tailBytes = Math.min(bytes, TAIL_BYTES);
  return kindOfFile({ head: ends(0, 16), tail: ends(bytes - tailBytes, tailBytes), bytes });
}
