import { contracts } from '@helioport/contract/contracts';
import { button, endpoint } from '@helioport/contract/endpoint';
import { noInput, nothing } from '@helioport/contract/envelope';
import { describe, expect, it } from 'vitest';
import { menuTree } from '../../seed/menuTree.ts';
import { flat, openingNothing, ungivable } from './grants.ts';

describe('the menu tree', () => {
  it('offers every page, button and module that a call asks for', () => {
    expect(ungivable(contracts, menuTree)).toEqual([]);
    const idle = openingNothing(contracts, menuTree);
    if (idle.length > 0) console.info(`Menu entries that open no call: ${idle.join(', ')}`);
  });

  it('names every entry once', () => {
    const keys = flat(menuTree).map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('would miss a grant that is in no menu', () => {
    const planted = endpoint({
      path: 'v2/gate/open',
      summary: '',
      grant: button('gate:open'),
      input: noInput,
      output: nothing,
    });
    expect(ungivable({ gate: { open: planted } }, menuTree)).toEqual([
      'v2/gate/open asks for button gate:open, which is in no menu',
    ]);
    expect(openingNothing({}, menuTree)).toContain('page pvPlant');
  });
});
