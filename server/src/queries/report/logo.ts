// Logo of a brand for PDFs: its own image, else the built-in logo.
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Db, Tx } from '../../platform/db.ts';
import { pngOf } from '../../platform/pictures.ts';
import { readFile } from '../../repositories/files.ts';

/** As the library takes it: a drawing or a picture. */
export type Logo = { svg: string } | { image: string };

const mark = fileURLToPath(new URL('../../../../web/public/logo.svg', import.meta.url));

/** The logo stored under a hash; the built-in one for none and for a missing file. */
export async function logoOf(db: Db | Tx, hash: string | null): Promise<Logo> {
  const file = hash === null ? undefined : await readFile(db, hash);
  if (file !== undefined) {
    return { image: `data:image/png;base64,${(await pngOf(file.data)).toString('base64')}` };
  }
  // Removes the dark color scheme at the end of its style sheet, because paper is light.
  return { svg: fs.readFileSync(mark, 'utf8').replace(/@media[^{]*\{(?:[^{}]*\{[^}]*\})*\s*\}/, '') };
}
