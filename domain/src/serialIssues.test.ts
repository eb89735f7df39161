import { expect, it } from 'vitest';
import { serialIssuesOf } from './serialIssues.ts';

it.each([
  ['EA12345', [{ kind: 'length', found: 7 }]],
  ['ea1234567', [{ kind: 'length', found: 9 }]],
  ['EA1234O6', [{ kind: 'characters', found: 'O' }]],
  ['nep.EA12-4O-', [{ kind: 'characters', found: '- O' }]],
  [
    'XYZ',
    [
      { kind: 'characters', found: 'X Y Z' },
      { kind: 'length', found: 3 },
    ],
  ],
  ['00000000', [{ kind: 'zeros' }]],
  ['deye.12', [{ kind: 'otherVendor', vendor: 'deye' }]],
  ['?.1234', [{ kind: 'otherVendor', vendor: '?' }]],
  [' ea123456 ', []],
  ['deye.2012345678', []],
] as const)('names what is wrong with %s', (text, issues) => {
  expect(serialIssuesOf(text)).toEqual(issues);
});
