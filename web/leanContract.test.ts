import { fieldRules } from '@helioport/contract/fieldRules';
import { gateway } from '@helioport/contract/gateway';
import { site } from '@helioport/contract/site';
import { token } from '@helioport/contract/token';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { leanModule, withFieldRules } from './leanContract.ts';

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

describe('the rules of form fields in the built portal', () => {
  const source = (expression: string) =>
    `import { fieldRules } from '@helioport/contract/fieldRules';
import { gateway } from '@helioport/contract/gateway';
import { TOKEN_PLANTS_MAX, token as calls } from '@helioport/contract/token';
const rules = ${expression};`;
  const built = (expression: string) =>
    withFieldRules(source(expression), fieldRules as never, async (module) =>
      module === 'token' ? { token } : module === 'gateway' ? { gateway } : {},
    );

  it('are those of the contract, without an import of the schemas', async () => {
    const code = await built('{ ...fieldRules(calls.create) }');
    expect(code).toContain(`{ ...(${JSON.stringify(fieldRules(token.create))}) }`);
    expect(code).not.toContain('contract/fieldRules');
    const nested = await built("fieldRules(gateway.bsgServer, 'server')");
    expect(nested).toContain(`(${JSON.stringify(fieldRules(gateway.bsgServer, 'server'))})`);
    expect(nested).toContain('"host":{');
    expect(fieldRules(token.create).name).toMatchObject({ isRequired: true, maxLength: 80 });
  });

  it('reject an expression that would load the schemas', async () => {
    await expect(built('fieldRules(chosen)')).rejects.toThrow('fieldRules(chosen)');
    await expect(built('fieldRules(calls.unknown)')).rejects.toThrow('fieldRules(calls.unknown)');
  });
});
