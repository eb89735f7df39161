import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { gunzipSync } from 'node:zlib';
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

/** A large file in pieces, and how far it was read. */
function largeFile(count: number, bytes = count * 100_000) {
  const read = { pieces: 0, isOver: false };
  const pieces = (async function* each() {
    try {
      for (let i = 0; i < count; i++) {
        read.pieces += 1;
        yield randomBytes(100_000);
      }
    } finally {
      read.isOver = true;
    }
  })();
  const files = (async function* one(): AsyncGenerator<ArchiveFile> {
    yield { name: 'large.pdf', data: { bytes, pieces } };
    yield { name: 'small.jsonl', data: Buffer.from('{}\n') };
  })();
  return { read, files };
}

it('reads a large file piece by piece as its reader takes it', async () => {
  const { read, files } = largeFile(200);
  const { archive, finished } = tarGzOf(files, new Date(0));
  await once(archive, 'readable');
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(read.pieces).toBeLessThan(20);
  archive.destroy();
  await finished;
  expect(read).toMatchObject({ isOver: true });
  expect(read.pieces).toBeLessThan(20);
});

it('writes a large file as it is, with the next one after it', async () => {
  const { read, files } = largeFile(20);
  const { archive, finished } = tarGzOf(files, new Date(0));
  const chunks: Buffer[] = [];
  for await (const chunk of archive) chunks.push(chunk as Buffer);
  await finished;
  expect(read.pieces).toBe(20);
  const tar = gunzipSync(Buffer.concat(chunks));
  expect(tar.toString('latin1', 512 + 2_000_000 + 384, 512 + 2_000_000 + 395)).toContain('small');
});

it.each([1, -1])('ends with an error where a large file has another length (%s)', async (difference) => {
  const { read, files } = largeFile(5, 500_000 + difference);
  const { archive, finished } = tarGzOf(files, new Date(0));
  archive.resume();
  await expect(once(archive, 'end')).rejects.toThrow('another length');
  await finished;
  expect(read.isOver).toBe(true);
});
