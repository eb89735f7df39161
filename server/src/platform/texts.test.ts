import { languages } from '@helioport/domain/languages';
import { describe, expect, it } from 'vitest';
import { translate } from './texts.ts';

const codeOf = (webCode: string) => languages.find((language) => language.webCode === webCode)!.code;

describe('say', () => {
  it.each([
    [1, 'Spróbuj ponownie za 1 minutę '],
    [3, 'Spróbuj ponownie za 3 minuty '],
    [5, 'Spróbuj ponownie za 5 minut '],
    [22, 'Spróbuj ponownie za 22 minuty '],
  ])('counts %d as Polish does', (count, end) => {
    expect(translate(codeOf('pl'), 'failure.account.locked', { count })).toContain(end);
  });

  it('counts as English, French and Chinese do', () => {
    expect(translate(codeOf('en'), 'failure.account.locked', { count: 1 })).toContain('again in 1 minute,');
    expect(translate(codeOf('fr'), 'count.plants', { count: 0 })).toBe('0 installation');
    expect(translate(codeOf('fr'), 'count.plants', { count: 1_000_000 })).toMatch(
      /^1\s000\s000 d’installations$/,
    );
    expect(translate(codeOf('zh'), 'count.plants', { count: 1 })).toBe('1 座电站');
  });

  it('lists what there is', () => {
    const what = [
      { key: 'count.users', count: 2 },
      { key: 'count.plants', count: 0 },
      { key: 'count.companiesBelow', count: 1 },
    ];
    expect(translate(codeOf('de'), 'failure.company.notEmpty', { company: 'Sonne', what })).toContain(
      'Sonne ist nicht leer: 2 Benutzer und 1 direkt untergeordnete Firma.',
    );
  });
});
