import { common } from '@helioport/contract/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const request = async (path: string, body: unknown, lan = 6) => {
  const { envelope } = await app.anonymous.send(path, body, { lan: String(lan) });
  return (envelope.data as { list: { code: string; name: string }[] }).list;
};

describe('v1/common/currency', () => {
  it('names the currencies in use, no former ones', async () => {
    const { list } = await app.anonymous.call(common.currency);
    expect(list).toContainEqual({ code: 'EUR', name: 'Euro', symbol: '€' });
    expect(list).toContainEqual({ code: 'USD', name: 'US Dollar', symbol: '$' });
    expect(list.map(({ code }) => code)).not.toContain('DEM');
    expect(await request(common.currency.path, {}, 9)).toContainEqual(
      expect.objectContaining({ code: 'JPY', name: '日本円' }),
    );
  });
});
