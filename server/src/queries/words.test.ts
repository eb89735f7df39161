import { failures } from '@helioport/contract/failures';
import { faults } from '@helioport/domain/faults';
import { statuses } from '@helioport/domain/status';
import { describe, expect, it } from 'vitest';
import { ago, countryName, translate } from '../platform/texts.ts';
import { alertOf, lastUpdateOf, modelOf, statusOf } from './words.ts';

const ENGLISH = 6;
const GERMAN = 1;
const NOW = Date.UTC(2026, 5, 21, 12);
const minutes = (count: number) => NOW - count * 60_000;

describe('ago', () => {
  it.each([
    [minutes(0), 'Just now'],
    [minutes(0.99), 'Just now'],
    [minutes(-5), 'Just now'],
    [minutes(1), '1 minute ago'],
    [minutes(72), '72 minutes ago'],
    [minutes(120), '2 hours ago'],
    [minutes(47 * 60), '47 hours ago'],
    [minutes(48 * 60), '2 days ago'],
    [null, ''],
  ])('says of %s: %s', (at, words) => {
    expect(ago(at, NOW, ENGLISH)).toBe(words);
  });

  it('speaks the language of the caller', () => {
    expect(ago(minutes(72), NOW, GERMAN)).toBe('vor 72 Minuten');
  });
});

describe('states and faults', () => {
  it('have the words that English clients compare', () => {
    expect(statusOf(0, ENGLISH)).toEqual({ status: 0, statusTitle: 'online' });
    expect(statusOf(-1, 7)).toEqual({ status: -1, statusTitle: 'offline' });
    expect(alertOf(0, ENGLISH)).toEqual({ alertCode: '0000', alertTitle: 'OK', alertDescription: 'ok' });
  });

  it('name the gravest fault and explain every one', () => {
    const alert = alertOf(0x0840, ENGLISH);
    expect(alert).toMatchObject({ alertCode: '0840', alertTitle: 'Temperature over' });
    expect(alert.alertDescription).toContain('grid voltage is too high');
    expect(alert.alertDescription).toContain('too hot');
  });

  it('have words for everything they can say', () => {
    const keys = [
      ...statuses.map(({ titleKey }) => titleKey),
      ...faults.flatMap(({ titleKey, explanationKey }) => [titleKey, explanationKey]),
    ];
    expect(keys.filter((key) => translate(ENGLISH, key) === key)).toEqual([]);
  });
});

describe('failures', () => {
  it('have words, every one of them', () => {
    const keys = Object.keys(failures).map((key) => `failure.${key}`);
    // A text with a number is asked for with one.
    const hasText = (key: string) =>
      translate(ENGLISH, key) !== key || translate(ENGLISH, key, { count: 2 }) !== key;
    expect(keys.filter((key) => !hasText(key))).toEqual([]);
  });
});

describe('names', () => {
  it('are the model’s, else the kind’s', () => {
    const unknown = { kind: 'microinverter', productNumber: null, modelByte: null };
    expect(modelOf({ ...unknown, modelByte: 0xe6 }, ENGLISH)).toEqual({ model: 11, modelName: 'BDM-2250' });
    expect(modelOf({ ...unknown, productNumber: 2, modelByte: 0xe6 }, ENGLISH).modelName).toBe('BDM-400');
    expect(modelOf({ ...unknown, kind: 'meter' }, ENGLISH)).toEqual({ model: 0, modelName: 'Meter' });
    expect(modelOf(unknown, ENGLISH).modelName).toBe('Microinverter');
  });

  it('of countries are those of the language, and none for none', () => {
    expect(countryName('DE', GERMAN)).toBe('Deutschland');
    expect(countryName('', GERMAN)).toBe('');
    expect(countryName('Germany', GERMAN)).toBe('');
  });

  it('of instants are three', () => {
    expect(lastUpdateOf(minutes(72), 'Europe/Berlin', NOW, ENGLISH)).toEqual({
      lastUpdate: '21/06/2026 12:48',
      lastUpdateCal: '72 minutes ago',
      lastUpdateTime: Date.UTC(2026, 5, 21, 12, 48) / 1000,
    });
  });
});
