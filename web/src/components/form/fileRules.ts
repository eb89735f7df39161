// Client-side checks of a file before upload; the server also checks the content.
import { t } from '../../i18n.ts';

/** Accepted image types. */
export const pictureKinds = ['image/png', 'image/jpeg', 'image/webp'];

/** Maximum size of an image in bytes; a spreadsheet must be smaller. */
const BOUND_BYTES = 4 * 1024 * 1024;

/** Why an image is rejected; empty if it may be sent. */
export function pictureRefusal({ type, size }: File): string {
  if (!pictureKinds.includes(type)) return t('brand.logoKind');
  return size > BOUND_BYTES ? t('site.edit.pictureTooLarge') : '';
}

/** Why a spreadsheet of serial numbers is rejected; empty if it may be sent. */
export function sheetRefusal({ name, size }: File): string {
  if (!/\.xlsx$/i.test(name)) return t('site.serials.sheetWrong');
  return size >= BOUND_BYTES ? t('site.edit.pictureTooLarge') : '';
}
