// The logo of a brand as a PDF can draw it: its own picture, else the mark that the product comes with.
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Db, Tx } from '../../platform/db.ts';
import { pngOf } from '../../platform/pictures.ts';
import { readFile } from '../../repositories/files.ts';

/** As the library takes it: a drawing or a picture. */
export type Logo = { svg: string } | { image: string };

const mark = fileURLToPath(new URL('../../../../web/public/logo.svg', import.meta.url));

/** The logo that is stored under a hash; the product's own for none, and for a file that has gone. */
export async function logoOf(db: Db | Tx, hash: string | null): Promise<Logo> {
  const file = hash === null ? undefined : await readFile(db, hash);
  if (file !== undefined) {
    return { image: `data:image/png;base64,${(await pngOf(file.data)).toString('base64')}` };
  }
  // Paper is light: the colours for dark surroundings would be the last word of its style sheet.
  return { svg: fs.readFileSync(mark, 'utf8').replace(/@media[^{]*\{(?:[^{}]*\{[^}]*\})*\s*\}/, '') };
}
