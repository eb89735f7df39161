import { common } from '@helioport/contract/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

describe('v1/common/timezone', () => {
  it('gives the zones of a country with the offset of this moment', async () => {
    const { list } = await app.anonymous.call(common.timezone, { country_code: 'AU' });
    expect(list).toContainEqual({
      timezone: 'Australia/Adelaide',
      name: expect.stringMatching(/^(Central Australia|Australian Central) Time/),
      offset: 'UTC+09:30',
      offsetMinutes: 570,
    });
    app.setNow(Date.UTC(2026, 0, 10));
    const inSummer = await app.anonymous.call(common.timezone, { country_code: 'AU' });
    expect(inSummer.list.find((zone) => zone.timezone === 'Australia/Adelaide')?.offset).toBe('UTC+10:30');
  });

  it('gives every zone once, by the names of today, where no country is named', async () => {
    const names = (await app.anonymous.call(common.timezone)).list.map((zone) => zone.timezone);
    expect(names.length).toBeGreaterThan(400);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(['UTC', 'Asia/Kolkata', 'Europe/Kyiv']));
    expect(names).not.toContain('Asia/Calcutta');
  });
});
