// What a file must be before it is sent; the server looks again, into the file itself.
import { t } from '../../i18n.ts';

/** Kinds of pictures that the portal takes. */
export const pictureKinds = ['image/png', 'image/jpeg', 'image/webp'];

/** A picture may have as many bytes as this, a sheet must have fewer. */
const BOUND_BYTES = 4 * 1024 * 1024;

/** Why a picture cannot be taken; empty if it may be sent. */
export function pictureRefusal({ type, size }: File): string {
  if (!pictureKinds.includes(type)) return t('brand.logoKind');
  return size > BOUND_BYTES ? t('site.edit.pictureTooLarge') : '';
}

/** Why a spreadsheet of serial numbers is rejected; empty if it may be sent. */
export function sheetRefusal({ name, size }: File): string {
  if (!/\.xlsx$/i.test(name)) return t('site.serials.sheetWrong');
  return size >= BOUND_BYTES ? t('site.edit.pictureTooLarge') : '';
}
