// The Chromium of the browser tests: packaged with libraries and fonts, the same on every host.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createBrotliDecompress } from 'node:zlib';

export interface PackagedChromium {
  executablePath: string;
  /** The environment to start it in. */
  env: Record<string, string>;
}

const PACKAGE = '@sparticuz/chromium';
/** Next to the program in the package: libraries (NSS, NSPR, expat), software rendering, Open Sans. */
const archives = ['al2023', 'swiftshader', 'fonts'];

const requireHere = createRequire(import.meta.url);
/** The fonts of documents are packages of the server. */
const requireOfServer = createRequire(new URL('../server/package.json', import.meta.url));

/** The folder of an installed package. */
function packageFolder(require: NodeJS.Require, name: string): string {
  const entry = require.resolve(name);
  return entry.slice(0, entry.lastIndexOf(path.normalize(name)) + name.length);
}

const cjkFonts = (language: 'sc' | 'jp'): string[] =>
  ['400Regular', '700Bold'].map((weight) =>
    path.join(packageFolder(requireOfServer, `@expo-google-fonts/noto-sans-${language}`), weight),
  );

/**
 * Unpacks the packaged Chromium once into the temporary folder and returns it with an environment that uses none of
 * the host's libraries and fonts. `CHROMIUM_PATH` replaces only the executable, for processors without a package.
 * Safe for concurrent processes.
 */
export async function findChromium(): Promise<PackagedChromium> {
  const folder = await extractedPackage();
  const env = Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  // Makes Fontconfig read only this file and no folder of the host.
  delete env.FONTCONFIG_PATH;
  delete env.FONTCONFIG_SYSROOT;
  return {
    executablePath: env.CHROMIUM_PATH || path.join(folder, 'chromium'),
    env: {
      ...env,
      LD_LIBRARY_PATH: [path.join(folder, 'lib'), env.LD_LIBRARY_PATH].filter(Boolean).join(path.delimiter),
      FONTCONFIG_FILE: writeFontConfig(folder),
    },
  };
}

/** Writes the configuration that names the packaged fonts and returns its path. Each clone has its own. */
function writeFontConfig(folder: string): string {
  const folders = [
    path.join(folder, 'fonts'),
    path.join(packageFolder(requireOfServer, 'pdfmake'), 'fonts/Roboto'),
    ...cjkFonts('sc'),
    ...cjkFonts('jp'),
  ];
  const missing = folders.filter((one) => !fs.existsSync(one));
  if (missing.length > 0) throw new Error(`Packaged fonts missing: ${missing.join(', ')}. Run "npm ci".`);
  const text = fontConfig(folders, path.join(folder, 'font-cache'));
  const file = path.join(
    folder,
    `fonts-${createHash('sha256').update(text).digest('hex').slice(0, 12)}.conf`,
  );
  if (!fs.existsSync(file)) {
    const temporary = `${file}.${process.pid}`;
    fs.writeFileSync(temporary, text);
    fs.renameSync(temporary, file);
  }
  return file;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Font of a language before those of all others. */
const preferred = (language: string, family: string): string => `
  <match target="pattern">
    <test name="lang" compare="contains"><string>${language}</string></test>
    <edit name="family" mode="prepend" binding="strong"><string>${family}</string></edit>
  </match>`;

function fontConfig(folders: readonly string[], cache: string): string {
  const families = ['Open Sans', 'Roboto', 'Noto Sans SC', 'Noto Sans JP'];
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>${folders.map((one) => `\n  <dir>${escaped(one)}</dir>`).join('')}
  <cachedir>${escaped(cache)}</cachedir>${['sans-serif', 'serif', 'monospace', 'system-ui']
    .map(
      (generic) => `
  <alias>
    <family>${generic}</family>
    <prefer>${families.map((family) => `<family>${family}</family>`).join('')}</prefer>
  </alias>`,
    )
    .join('')}${preferred('ja', 'Noto Sans JP')}${preferred('zh', 'Noto Sans SC')}
</fontconfig>
`;
}

async function extractedPackage(): Promise<string> {
  const root = packageFolder(requireHere, PACKAGE);
  const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    version: string;
  };
  const uid = process.getuid?.() ?? 0;
  const folder = path.join(os.tmpdir(), `helioport-chromium-${version}-${uid}`);
  if (fs.existsSync(path.join(folder, 'chromium'))) {
    if (process.getuid && fs.lstatSync(folder).uid !== uid)
      throw new Error(`${folder} belongs to another user. Remove it or set TMPDIR.`);
    return folder;
  }
  // Unpacked into a temporary folder and renamed, so that other processes never see a partial one.
  const temporary = fs.mkdtempSync(path.join(os.tmpdir(), 'helioport-chromium-'));
  const bin = path.join(root, 'bin');
  await unbrotli(path.join(bin, 'chromium.br'), path.join(temporary, 'chromium'), 0o755);
  for (const name of archives) {
    const tar = path.join(temporary, `${name}.tar`);
    await unbrotli(path.join(bin, `${name}.tar.br`), tar, 0o644);
    await promisify(execFile)('tar', ['xf', tar, '-C', temporary, '--no-same-owner']);
    fs.rmSync(tar);
  }
  try {
    fs.renameSync(temporary, folder);
  } catch {
    // Another process was faster; its copy is the same.
    fs.rmSync(temporary, { recursive: true, force: true });
  }
  return folder;
}

const unbrotli = (from: string, to: string, mode: number) =>
  pipeline(fs.createReadStream(from), createBrotliDecompress(), fs.createWriteStream(to, { mode }));
