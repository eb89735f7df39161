// The `sign` header: both sides promise it, so it is computed here.
import { md5 } from './md5.ts';

/**
 * Upper-case MD5 of the body text without any space, CR or LF (inside values too) and with every lower-case `e`
 * replaced by `NEP`. No body: the text is empty. Source: reference of the vendor's web client, six captured pairs.
 */
export function sign(body: string): string {
  return md5(body.replace(/[ \r\n]/g, '').replaceAll('e', 'NEP')).toUpperCase();
}
