import { languages } from '@helioport/domain/languages';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayInFigures, dayOfFigures } from './dayText.ts';

describe('a day in figures', () => {
  it('is read as it is written, in every language', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
        fc.constantFrom(...languages),
        (date, { tag }) => {
          const day = date.toISOString().slice(0, 10);
          expect(dayOfFigures(dayInFigures(day, tag), tag)).toBe(day);
          expect(dayOfFigures(day, tag)).toBe(day);
        },
      ),
    );
  });

  it('follows the order of the language', () => {
    expect(dayInFigures('2026-11-22', 'ja-JP')).toBe('2026/11/22');
    expect(dayOfFigures('3/4/26', 'en-US')).toBe('2026-03-04');
    expect(dayOfFigures('3.4.2026', 'de-DE')).toBe('2026-04-03');
  });

  it.each(['', '31.02.2026', 'tomorrow', '1.2', '1.2.3.4'])('takes %j for none', (text) => {
    expect(dayOfFigures(text, 'de-DE')).toBeUndefined();
  });
});
