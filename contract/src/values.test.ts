import { describe, expect, it } from 'vitest';
import { pageInput, sortBy } from './envelope.ts';
import { body, day, dayRange, filterWhole, flag, listOf, neededText, sn } from './values.ts';

describe('pageInput', () => {
  it.each([
    [undefined, 10, 0],
    [null, 10, 0],
    [{}, 10, 0],
    [{ size: 100, num: 0 }, 100, 0],
    [{ size: 50 }, 50, 0],
    [{ size: 50, num: 3 }, 50, 3],
    [{ page: 1, size: 50 }, 50, 0],
    [{ page: 4, size: 50 }, 50, 3],
    [{ page: 9, num: 2, size: 50 }, 50, 2],
    [{ size: '20', num: '1' }, 20, 1],
    [{ size: null, num: null }, 10, 0],
    [{ size: 0, num: -5 }, 1, 0],
    [{ size: 1e6, num: 1e9 }, 1000, 1_000_000],
  ])('reads %j', (raw, size, num) => {
    expect(pageInput.parse(raw)).toEqual({ size, num });
  });

  it.each([{ size: 'many' }, { num: 0.5 }, 'x', { size: Number.POSITIVE_INFINITY }])('refuses %j', (raw) => {
    expect(pageInput.safeParse(raw).success).toBe(false);
  });
});

describe('sortBy', () => {
  it('keeps the orders that it knows, in their sequence', () => {
    const raw = [
      { field: 'now', order: 'desc' },
      'now',
      { field: 'other', order: 'asc' },
      { field: 'name', order: 'asc' },
    ];
    expect(sortBy(['name', 'now']).parse(raw)).toEqual([
      { field: 'now', order: 'desc' },
      { field: 'name', order: 'asc' },
    ]);
  });
});

describe('days', () => {
  it.each([
    ['2026-05-28', '2026-05-28'],
    ['2024-02-29', '2024-02-29'],
    ['2026-05', '2026-05-01'],
    ['2026', '2026-01-01'],
    ['', null],
    [null, null],
    [undefined, null],
  ])('reads %j as %j', (raw, expected) => {
    expect(day.parse(raw)).toBe(expected);
  });

  it.each(['2026-02-29', '2026-13-01', '2026-00-10', '28/05/2026', '1999-12-31', 'today'])(
    'refuses %s',
    (raw) => {
      expect(day.safeParse(raw).error?.issues[0]?.message).toContain('no day of the calendar');
    },
  );

  it.each([
    ['2026-05-01~2026-05-31', { from: '2026-05-01', to: '2026-05-31' }],
    ['2026-05-28', { from: '2026-05-28', to: '2026-05-28' }],
    ['', null],
    [undefined, null],
  ])('reads the range %j', (raw, expected) => {
    expect(dayRange.parse(raw)).toEqual(expected);
  });

  it.each([
    ['2026-05-31~2026-05-01', 'ends before it begins'],
    ['2026-05-01~2026-06-31', '"2026-06-31" is no day'],
    ['2026-05-01~2026-05-02~2026-05-03', 'no day'],
    ['~', 'no day'],
  ])('refuses the range %s', (raw, message) => {
    expect(dayRange.safeParse(raw).error?.issues[0]?.message).toContain(message);
  });
});

describe('values', () => {
  it('reads flags in every form that clients write', () => {
    const read = (raw: unknown) => flag(false).parse(raw);
    expect([true, 'true', 'True', 1, '1'].map(read)).toEqual([true, true, true, true, true]);
    expect([false, 'false', 0, '0', null, undefined].map(read)).toEqual(Array(6).fill(false));
    expect(flag(false).safeParse('yes').success).toBe(false);
  });

  it('knows serials in either case', () => {
    expect(sn.parse(' 86aabbcc ')).toBe('86AABBCC');
    expect(sn.safeParse("x' or 1").success).toBe(false);
  });

  it('takes the word null for no filter', () => {
    expect(filterWhole.parse('null')).toBeNull();
    expect(filterWhole.parse('-1')).toBe(-1);
  });

  it('drops the zero character, which the database cannot store', () => {
    expect(neededText().parse('a\0b ')).toBe('ab');
    expect(neededText().safeParse('\0').success).toBe(false);
  });

  it('reads structures from the texts of a form, but leaves texts alone', () => {
    const input = body({ page: pageInput, list: listOf(sn, 3), word: neededText() });
    const form = { page: '{"size":5}', list: '["a","b"]', word: '{"a":1}' };
    expect(input.parse(form)).toEqual({ page: { size: 5, num: 0 }, list: ['A', 'B'], word: '{"a":1}' });
    expect(input.parse({ page: '', list: 'a', word: 'w' })).toEqual({
      page: { size: 10, num: 0 },
      list: ['A'],
      word: 'w',
    });
  });

  it('holds lists to their length', () => {
    expect(listOf(sn, 2).safeParse(['a', 'b', 'c']).success).toBe(false);
  });
});
