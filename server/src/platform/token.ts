// Tokens have the form of a JWT because some clients require it; only the lookup of their hash counts, so that logout
// and revocation take effect immediately.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Life of a token in minutes: 30 days. */
export const TOKEN_MINUTES = 43_200;

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A fresh token for `uid`, valid from `now` (ms). Its last part is 32 random bytes, not a signature. */
export function newToken(uid: string, now: number): { token: string; expiresAtMs: number } {
  const expiresAtMs = now + TOKEN_MINUTES * 60_000;
  const head = base64({ alg: 'HS256', typ: 'JWT' });
  const body = base64({ sub: uid, iat: Math.floor(now / 1000), exp: Math.floor(expiresAtMs / 1000) });
  return { token: `${head}.${body}.${randomBytes(32).toString('base64url')}`, expiresAtMs };
}

/** What is stored of a token. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** The token of an `Authorization` header, with or without `Bearer`. */
export const tokenOf = (header: string | undefined): string =>
  (header ?? '').replace(/^Bearer\s+/i, '').trim();

/** Compares secrets in constant time. */
export const isSameSecret = (given: string, secret: string): boolean =>
  timingSafeEqual(hashToken(given), hashToken(secret));

const ACCESS_TOKEN_PREFIX = 'hp_';

/** A personal access token: its prefix distinguishes it from session tokens, for secret scanners and for the server. */
export const newAccessToken = (): string => ACCESS_TOKEN_PREFIX + randomBytes(32).toString('base64url');

export const isAccessToken = (token: string): boolean => token.startsWith(ACCESS_TOKEN_PREFIX);
