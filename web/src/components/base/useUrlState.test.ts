import { describe, expect, it } from 'vitest';
import {
  absentOf,
  choice,
  digits,
  readField,
  text,
  textThat,
  type UrlField,
  urlFields,
  whole,
} from './urlFields.ts';
import { readUrlState, writeUrlState } from './useUrlState.ts';

const schema = urlFields({
  page: whole(1, 1e9, 1),
  name: text(60),
  view: choice(['list', 'map'], 'list'),
});

describe('state in the address', () => {
  it('reads what fits and forgets what does not', () => {
    const state = readUrlState(schema, new URLSearchParams('page=3&view=cloud&name=a%20b&other=1'));
    expect(state).toEqual({ page: 3, name: 'a b', view: 'list' });
  });

  it('leaves defaults out and the keys of others alone', () => {
    const next = writeUrlState(schema, new URLSearchParams('page=3&other=1'), { page: 1, view: 'map' });
    expect(next.toString()).toBe('other=1&view=map');
  });

  it('gives back what it wrote', () => {
    const written = { page: 7, name: 'Dach Süd & Nord', view: 'map' };
    expect(readUrlState(schema, writeUrlState(schema, new URLSearchParams(), written))).toEqual(written);
  });
});

describe('what an address may say', () => {
  const day = textThat((value) => /^\d{4}-\d\d$/.test(value));
  const refused: [UrlField<unknown>, string][] = [
    [whole(1, 9, 4), '0'],
    [whole(1, 9, 4), '10'],
    [whole(1, 9, 4), '1.5'],
    [whole(1, 9, 4), ''],
    [whole(1, 9, 4), 'three'],
    [text(3), 'four'],
    [digits(3), '1234'],
    [digits(3), '12x'],
    [day, '2026'],
    [choice(['list', 'map'], 'map'), 'LIST'],
    [choice(['list', 'map'], 'map'), ''],
  ];

  it.each(refused)('%o is what it is when absent where the address says "%s"', (field, text) => {
    expect(field.read(text)).toBeUndefined();
    expect(readField(field, text)).toBe(field.absent);
  });

  it('takes the limits themselves, and nothing where nothing is a choice', () => {
    expect([whole(1, 9, 4).read('1'), whole(1, 9, 4).read('9'), whole(0, 9, 4).read('0')]).toEqual([1, 9, 0]);
    expect([text(4).read('four'), digits(3).read('123'), day.read('2026-02'), day.read('')]).toEqual([
      'four',
      '123',
      '2026-02',
      '',
    ]);
    expect(choice(['', 'yes'], 'yes').read('')).toBe('');
  });

  it('is the default of every field where the address is bare', () => {
    expect(absentOf(schema)).toEqual({ page: 1, name: '', view: 'list' });
  });
});
