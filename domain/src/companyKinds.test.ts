import { describe, expect, it } from 'vitest';
import { lowestKindFor, mayStandBelow, rolesAbove } from './companyKinds.ts';

describe('the ranks of companies', () => {
  it.each([
    ['distributor', 'operator', true],
    ['installer', 'distributor', true],
    ['dealer', 'dealer', false],
    ['distributor', 'installer', false],
    ['operator', 'operator', false],
  ] as const)('%s below %s: %s', (kind, parent, may) => {
    expect(mayStandBelow(kind, parent)).toBe(may);
  });

  it('keep the role of a kind out of lower companies', () => {
    expect(rolesAbove('operator')).toEqual([]);
    expect(rolesAbove('dealer')).toEqual([2]);
    expect(rolesAbove('installer')).toEqual([2, 3]);
    expect(lowestKindFor(3)).toBe('dealer');
    expect(lowestKindFor(26)).toBeUndefined();
  });
});
