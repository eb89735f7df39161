import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { type ArchiveFile, tarGzOf } from './tarGz.ts';

/** Many files that do not compress, and how far they were read. */
function manyFiles(failAt = Number.POSITIVE_INFINITY) {
  const read = { files: 0, isOver: false };
  const files = (async function* each(): AsyncGenerator<ArchiveFile> {
    try {
      for (let i = 0; i < 500; i++) {
        read.files += 1;
        if (i === failAt) throw new Error('the database is gone');
        yield { name: `file-${i}.jsonl`, data: randomBytes(100_000) };
      }
    } finally {
      read.isOver = true;
    }
  })();
  return { read, files };
}

it('reads no further than its reader takes, and ends when the reader leaves', async () => {
  const { read, files } = manyFiles();
  const { archive, finished } = tarGzOf(files, new Date(0));
  await once(archive, 'readable');
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(read.files).toBeLessThan(10);
  archive.destroy();
  await finished;
  expect(read.isOver).toBe(true);
  expect(read.files).toBeLessThan(10);
});

it('ends with the error of what it reads', async () => {
  const { read, files } = manyFiles(3);
  const { archive, finished } = tarGzOf(files, new Date(0));
  archive.resume();
  await expect(once(archive, 'end')).rejects.toThrow('the database is gone');
  await finished;
  expect(read.isOver).toBe(true);
});
