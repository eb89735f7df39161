import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** The texts in a language, as loaded in that language. */
async function visit(webCode: string) {
  vi.resetModules();
  vi.stubGlobal('localStorage', { getItem: () => webCode });
  const i18n = await import('./i18n.ts');
  await i18n.startI18n();
  await i18n.loadShellWords();
  await i18n.loadScreenWords();
  return i18n;
}

describe('t', () => {
  beforeEach(() => vi.stubGlobal('document', { documentElement: {} }));
  afterEach(() => vi.unstubAllGlobals());

  it('counts as the language of the visit does', async () => {
    const { t } = await visit('pl');
    expect([1, 2, 5, 12, 22, 1.5].map((count) => t('site.deviceCount', { count }))).toEqual([
      '1 urządzenie',
      '2 urządzenia',
      '5 urządzeń',
      '12 urządzeń',
      '22 urządzenia',
      '1,5 urządzenia',
    ]);
  });

  it('writes numbers as the person wants them', async () => {
    const { t, writeNumbersBy } = await visit('en');
    expect(t('site.deviceCount', { count: 1200 })).toBe('1,200 devices');
    writeNumbersBy((value) => value.toLocaleString('de-DE'));
    expect(t('site.deviceCount', { count: 1200 })).toBe('1.200 devices');
  });
});
