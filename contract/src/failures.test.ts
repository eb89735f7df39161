import { describe, expect, it } from 'vitest';
import { failures } from './failures.ts';
import { isUnknownCode } from './unknownCode.ts';

const all = Object.entries(failures);
/** Failures of calls without a session: clients know the codes of the first ones, the others concern links and paths. */
const beforeLogin = ['account.unknown', 'link.unknown', 'path.unknown'];

describe('the table of failures', () => {
  it('keeps 401 and 403, which clients take for a dead login, for the session and the role', () => {
    const named = (number: number) => all.filter(([, { code, http }]) => code === number || http === number);
    expect(named(401).map(([key]) => key)).toEqual(['session.expired']);
    expect(named(403).map(([key]) => key)).toEqual(['access.denied']);
  });

  it('gives what is unknown a code of its family, one for each noun, and nothing else', () => {
    const unknown = all.filter(([key]) => key.endsWith('.unknown') && !beforeLogin.includes(key));
    expect(unknown.filter(([, { code, http }]) => http !== 200 || !isUnknownCode(code))).toEqual([]);
    expect(all.filter(([, { code }]) => isUnknownCode(code))).toEqual(unknown);
    expect(new Set(unknown.map(([, { code }]) => code)).size).toBe(unknown.length);
  });
});
