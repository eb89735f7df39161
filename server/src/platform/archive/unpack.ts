// Untrusted archives: unpacked into a folder by a child process with bounds on memory, time and size.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type ChildBounds, runInChild } from '../sandbox/childJob.ts';

const SCRIPT = new URL('../sandbox/archiveChild.mjs', import.meta.url);
const BOUNDS: ChildBounds = { heapMb: 512, memoryMb: 768, cpuMs: 30 * 60_000 };
const GIGABYTE = 1_073_741_824;

export interface UnpackLimits {
  /** Bytes of all files together. */
  mostBytes: number;
  mostFiles: number;
  /** Bytes of one picture or document. */
  mostFileBytes: number;
  /** Bytes of one line. */
  mostLineBytes: number;
  mostManifestBytes: number;
}

const defaults: UnpackLimits = {
  mostBytes: 64 * GIGABYTE,
  mostFiles: 500_000,
  mostFileBytes: 20 * 1_048_576,
  mostLineBytes: 1_048_576,
  mostManifestBytes: 128 * 1_048_576,
};

/** A file of an archive that equals what its manifest lists. */
export interface ExtractedFile {
  name: string;
  place: string;
  bytes: number;
  /** Of files with lines. */
  rows: number | null;
  sha256: string;
}

export type ArchiveRefusal =
  | 'notArchive'
  | 'incomplete'
  | 'invalidManifest'
  | 'unknownVersion'
  | 'changed'
  | 'invalidName'
  | 'unexpectedFile'
  | 'invalidLine'
  | 'invalidContent'
  | 'tooLarge';

/** An archive that cannot be imported: why, and which of its files it is about. */
export class ArchiveRefused extends Error {
  override readonly name = 'ArchiveRefused';
  readonly reason: ArchiveRefusal;
  readonly file: string;
  constructor(reason: ArchiveRefusal, file = '', detail = '') {
    super([reason, file, detail].filter((text) => text !== '').join(': '));
    this.reason = reason;
    this.file = file;
  }
}

interface ExtractedArchive {
  manifest: unknown;
  files: ExtractedFile[];
}

/**
 * Unpacks an archive, checks every file against the manifest and runs `work` with them; the folder is removed
 * afterwards. The disk keeps a tenth of its space.
 * @throws ArchiveRefused
 */
export async function withUnpacked<T>(
  file: string,
  work: (extracted: ExtractedArchive) => Promise<T>,
  limits: Partial<UnpackLimits> = {},
): Promise<T> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'helioport-archive-'));
  try {
    const { bavail, bsize } = fs.statfsSync(folder);
    const bounds = { ...defaults, ...limits };
    const job = { file, folder, ...bounds, mostBytes: Math.min(bounds.mostBytes, bavail * bsize * 0.9) };
    const done = await runInChild<ExtractedArchive | { refused: ArchiveRefusal; file: string }>(
      SCRIPT,
      job,
      BOUNDS,
    );
    if (!done.ok) throw new ArchiveRefused('tooLarge', '', done.reason);
    if ('refused' in done.value) throw new ArchiveRefused(done.value.refused, done.value.file);
    return await work(done.value);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
