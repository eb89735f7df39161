import { common } from '@helioport/contract/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

describe('v1/common/state', () => {
  it('gives the states of a country by their own names', async () => {
    const { list } = await app.anonymous.call(common.state, { country_code: 'de' });
    expect(list).toHaveLength(16);
    expect(list).toContainEqual({ code: 'DE-BE', name: 'Berlin', parent: '' });
    const french = await app.anonymous.call(common.state, { country_code: 'FR' });
    expect(french.list).toContainEqual({ code: 'FR-35', name: 'Ille-et-Vilaine', parent: 'FR-BRE' });
  });

  it('gives none for what is no country', async () => {
    expect((await app.anonymous.call(common.state, { country_code: 'XX' })).list).toEqual([]);
    expect((await app.anonymous.call(common.state, { country_code: "' or 1=1" })).list).toEqual([]);
  });
});
