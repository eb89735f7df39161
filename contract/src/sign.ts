// The `sign` header: both sides promise it, so what it signs is said here. The server has a digest of its own.
import { md5 } from './md5.ts';

/**
 * What is signed: the body text without any space, CR or LF (inside values too) and with every lower-case `e` replaced
 * by `NEP`. No body: the text is empty. Source: reference of the vendor's web client, six captured pairs.
 */
export const signedText = (body: string): string => body.replace(/[ \r\n]/g, '').replaceAll('e', 'NEP');

/** The signature of a body as a browser computes it: upper-case MD5 of what is signed. */
export const sign = (body: string): string => md5(signedText(body)).toUpperCase();
