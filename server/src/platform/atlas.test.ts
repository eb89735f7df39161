import { describe, expect, it } from 'vitest';
import { placeAt } from './atlas.ts';

describe('placeAt', () => {
  it.each([
    ['Berlin', 52.52, 13.41, 'DE', 'Europe/Berlin'],
    ['Denver', 39.74, -104.99, 'US', 'America/Denver'],
    ['São Paulo', -23.55, -46.63, 'BR', 'America/Sao_Paulo'],
    ['Delhi', 28.61, 77.21, 'IN', 'Asia/Kolkata'],
    ['Alice Springs', -23.7, 133.88, 'AU', 'Australia/Darwin'],
    ['Lesotho, which lies within another country', -29.55, 28.2, 'LS', 'Africa/Maseru'],
    ['Hanoi, on the time zone of another country', 21.3, 105.4, 'VN', 'Asia/Bangkok'],
    ['Fiji, beyond the 180th meridian', -17.8, 178.0, 'FJ', 'Pacific/Fiji'],
  ])('is sure of %s', (_name, latitude, longitude, countryCode, timeZone) => {
    expect(placeAt(latitude, longitude)).toEqual({
      countryCode,
      isCountryCertain: true,
      timeZone,
      isTimeZoneCertain: true,
    });
  });

  it.each([
    ['Basel, where three countries meet', 47.56, 7.59, 'CH', 'Europe/Zurich'],
    ['Monaco, smaller than the outlines are wrong', 43.735, 7.425, 'MC', 'Europe/Monaco'],
    ['a pier of Los Angeles', 33.72, -118.27, 'US', 'America/Los_Angeles'],
    ['Malé, an island', 4.175, 73.51, 'MV', 'Indian/Maldives'],
  ])('only suggests a country for %s', (_name, latitude, longitude, countryCode, timeZone) => {
    expect(placeAt(latitude, longitude)).toMatchObject({ countryCode, isCountryCertain: false, timeZone });
  });

  it('names no country at sea, and answers everywhere on the globe', () => {
    expect(placeAt(0, -30)).toMatchObject({ countryCode: '', isCountryCertain: false });
    // Time zones of Britain and France reach far into the sea.
    for (const [latitude, longitude] of [
      [55.5, 3.5],
      [59, -10],
      [45.5, -3.6],
    ] as const)
      expect(placeAt(latitude, longitude).countryCode, `${latitude}, ${longitude}`).toBe('');
    // Islands: Heligoland, Fair Isle, Gavdos, Funafuti, Easter Island, Malé.
    for (const [latitude, longitude, country] of [
      [54.18, 7.89, 'DE'],
      [59.53, -1.63, 'GB'],
      [34.83, 24.09, 'GR'],
      [-8.52, 179.2, 'TV'],
      [-27.11, -109.36, 'CL'],
      [4.175, 73.51, 'MV'],
    ] as const)
      expect(placeAt(latitude, longitude).countryCode, country).toBe(country);
    for (const latitude of [-90, -89.99, 0, 89.99, 90]) {
      for (const longitude of [-180, -179.99, 0, 179.99, 180]) {
        expect(placeAt(latitude, longitude).timeZone).toMatch(/^[A-Z]/);
      }
    }
  });

  it('takes no side where it is not agreed whose land it is', () => {
    expect(placeAt(42.6, 20.9)).toMatchObject({ countryCode: '', timeZone: 'Europe/Belgrade' });
    expect(placeAt(45.2, 34.2)).toMatchObject({ isCountryCertain: false, timeZone: 'Europe/Simferopol' });
  });

  it('doubts the time zone near its border only', () => {
    // The line between Central and Mountain time crosses Nebraska and runs west of North Platte.
    expect(placeAt(41.13, -101.3)).toMatchObject({ isCountryCertain: true, isTimeZoneCertain: false });
    expect(placeAt(41.26, -96.0)).toMatchObject({ timeZone: 'America/Chicago', isTimeZoneCertain: true });
  });
});
