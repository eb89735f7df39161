// Unpacks one uploaded archive and checks it against its manifest. Plain JavaScript, because the child starts without the
// loader of the main process. Files are written under numbers; names of the archive never become paths.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { createGunzip } from 'node:zlib';
import tar from 'tar-stream';

/** Folders of letters, and a name that neither begins with a dot nor leaves its folder. */
const NAME =
  /^(?:[A-Za-z0-9][\w.~-]{0,99}\/){0,3}[A-Za-z0-9][\w.~-]{0,99}\.(?:jsonl|json|csv|parquet|png|jpg|webp|pdf|zip)$/;
/** Pictures and documents. */
const BINARY = /\.(?:png|jpg|webp|pdf|zip)$/;
/** Copies for readers, which the import does not use. */
const COPY = /\.(?:csv|parquet)$/;
const MANIFEST = 'manifest.json';
const NEWLINE = 10;

class Refused extends Error {
  constructor(reason, file = '') {
    super(reason);
    this.reason = reason;
    this.file = file;
  }
}

/** Checks the lines of a file as its bytes come: each is one object of bounded length. */
function lineChecker(name, mostLineBytes) {
  let rest = [];
  let length = 0;
  let rows = 0;
  const check = () => {
    let value;
    try {
      value = JSON.parse(Buffer.concat(rest).toString('utf8'));
    } catch {
      throw new Refused('invalidLine', name);
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new Refused('invalidLine', name);
    rows += 1;
    rest = [];
    length = 0;
  };
  return {
    take(chunk) {
      let from = 0;
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
        length += end - from;
        if (length > mostLineBytes) throw new Refused('invalidLine', name);
        rest.push(chunk.subarray(from, end));
        check();
        from = end + 1;
      }
      length += chunk.length - from;
      if (length > mostLineBytes) throw new Refused('invalidLine', name);
      if (from < chunk.length) rest.push(Buffer.from(chunk.subarray(from)));
    },
    end() {
      if (length > 0) throw new Refused('invalidLine', name);
      return rows;
    },
  };
}

async function unpack(job) {
  const { file, folder, mostBytes, mostFiles, mostFileBytes, mostLineBytes, mostManifestBytes } = job;
  const source = fs.createReadStream(file);
  const gunzip = createGunzip();
  const extract = tar.extract();
  source.on('error', (error) => extract.destroy(error));
  gunzip.on('error', (error) => extract.destroy(error));
  source.pipe(gunzip).pipe(extract);
  const found = new Map();
  let manifest;
  let bytes = 0;
  for await (const entry of extract) {
    const { name, type } = entry.header;
    if (type !== 'file' || !NAME.test(name)) throw new Refused('invalidName', name.slice(0, 100));
    if (found.has(name) || manifest !== undefined) throw new Refused('unexpectedFile', name);
    if (found.size >= mostFiles) throw new Refused('tooLarge');
    const hash = createHash('sha256');
    const isManifest = name === MANIFEST;
    const lines = name.endsWith('.jsonl') ? lineChecker(name, mostLineBytes) : undefined;
    const most = isManifest ? mostManifestBytes : BINARY.test(name) ? mostFileBytes : mostBytes;
    const isKept = !COPY.test(name);
    const place = path.join(folder, String(found.size));
    const target = isKept ? fs.openSync(place, 'wx', 0o600) : undefined;
    let size = 0;
    try {
      for await (const chunk of entry) {
        bytes += chunk.length;
        size += chunk.length;
        if (bytes > mostBytes || size > most) throw new Refused('tooLarge', name);
        hash.update(chunk);
        lines?.take(chunk);
        if (target !== undefined) fs.writeSync(target, chunk);
      }
    } finally {
      if (target !== undefined) fs.closeSync(target);
    }
    const rows = lines ? lines.end() : null;
    if (isManifest) {
      try {
        manifest = JSON.parse(fs.readFileSync(place, 'utf8'));
      } catch {
        throw new Refused('invalidManifest');
      }
    } else found.set(name, { name, place, bytes: size, rows, sha256: hash.digest('hex'), isKept });
  }
  if (manifest === undefined) throw new Refused('incomplete');
  return { manifest, files: checked(manifest, found) };
}

/** The files, each as the manifest lists it. */
function checked(manifest, found) {
  if (!Array.isArray(manifest?.files)) throw new Refused('invalidManifest');
  if (manifest.files.length !== found.size) throw new Refused('incomplete');
  const seen = new Set();
  for (const listed of manifest.files) {
    const file = found.get(listed?.name);
    if (!file || seen.has(listed.name)) throw new Refused('incomplete');
    seen.add(listed.name);
    const hasRows = file.rows === null || file.rows === listed.rows;
    if (file.bytes !== listed.bytes || file.sha256 !== listed.sha256 || !hasRows)
      throw new Refused('changed', listed.name);
  }
  return [...found.values()].filter(({ isKept }) => isKept);
}

process.on('message', async (job) => {
  try {
    process.send({ value: await unpack(job) });
  } catch (error) {
    // What tar-stream and zlib report: no archive, or one that was cut off.
    process.send({ value: { refused: error.reason ?? 'notArchive', file: error.file ?? '' } });
  }
});
