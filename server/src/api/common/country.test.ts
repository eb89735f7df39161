import { common } from '@helioport/contract/common';
import { languages } from '@helioport/domain/languages';
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

describe('v1/common/country', () => {
  it('names every country, in the order of its names', async () => {
    const { list } = await app.anonymous.call(common.country);
    expect(list).toHaveLength(249);
    expect(list[0]).toEqual({ code: 'AF', name: 'Afghanistan', currency: 'AFN' });
    expect(list.find(({ code }) => code === 'DE')).toMatchObject({ name: 'Germany', currency: 'EUR' });
  });

  it('speaks the language of the caller, every one of them', async () => {
    const german = new Map<string, string>();
    for (const { webCode, code } of languages) {
      const list = await request(common.country.path, {}, code);
      const name = list.find((country) => country.code === 'DE')?.name ?? '';
      german.set(webCode, name);
      expect(list.filter((country) => country.name === country.code)).toEqual([]);
    }
    expect(german.get('de')).toBe('Deutschland');
    expect(german.get('zh')).toBe('德国');
    const inGerman = (await request(common.country.path, {}, 1)).map((country) => country.name);
    expect(inGerman.indexOf('Österreich')).toBeLessThan(inGerman.indexOf('Pakistan'));
  });
});
