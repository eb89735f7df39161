import { describe, expect, it } from 'vitest';
import { type Command, matching } from './matching.ts';

const command = (title: string, detail = ''): Command => ({
  id: title,
  title,
  detail,
  icon: 'dot',
  act: () => undefined,
});

describe('what fits a text', () => {
  const all = [command('New user'), command('Users', 'User'), command('Dark', 'Choose appearance')];
  const titles = (text: string) => matching(all, text).map(({ title }) => title);

  it('has all its words, in title or group, beginnings first', () => {
    expect(titles('user')).toEqual(['Users', 'New user']);
    expect(titles(' APPEARANCE dark')).toEqual(['Dark']);
    expect(titles('user dark')).toEqual([]);
    expect(titles('').length).toBe(3);
  });

  it('is found by other names and without accents, and by nothing else', () => {
    const pages = [{ ...command('Postausgang'), names: 'E-Mails Einladungen' }, command('Übersicht')];
    const found = (text: string) => matching(pages, text).map(({ title }) => title);
    expect(found('einladungen')).toEqual(['Postausgang']);
    expect(found('ubersicht')).toEqual(['Übersicht']);
    expect(found('Gerät')).toEqual([]);
  });
});
