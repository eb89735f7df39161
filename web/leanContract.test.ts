import { site } from '@helioport/contract/site';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { leanModule } from './leanContract.ts';

describe('the contract in the built portal', () => {
  it('is every call of a room, without a schema', () => {
    const code = leanModule({ site }) ?? '';
    const lean = JSON.parse(code.slice(code.indexOf('{'), -1)) as Record<string, object>;
    expect(Object.keys(lean)).toEqual(Object.keys(site));
    for (const [name, call] of Object.entries(site)) {
      const { path, writes, timeoutMs, grant } = call;
      expect(lean[name]).toEqual({ path, writes, timeoutMs, grant });
    }
  });

  it('keeps values, drops schemas, and leaves a module with code as it stands', () => {
    expect(leanModule({ POLICY_MAX: 5, shape: z.string() })).toBe('export const POLICY_MAX = 5;');
    expect(leanModule({ POLICY_MAX: 5, sign: () => '' })).toBeUndefined();
  });
});
