import { account } from '@helioport/contract/account';
import { alarm } from '@helioport/contract/alarm';
import { auth } from '@helioport/contract/auth';
import { common } from '@helioport/contract/common';
import { pv } from '@helioport/contract/pv';
import { site } from '@helioport/contract/site';
import { expect, it } from 'vitest';
import { publicCalls } from './publicCalls.ts';

it('the lean copies say what the contract says', () => {
  const entries = { ...account, ...alarm, ...auth, ...common, ...pv, publicView: site.publicView };
  for (const [name, lean] of Object.entries(publicCalls)) {
    const { path, writes, timeoutMs } = entries[name as keyof typeof publicCalls];
    expect({ name, ...lean }).toEqual({ name, path, writes, timeoutMs });
  }
});
