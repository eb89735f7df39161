import { site } from '@helioport/contract/site';
import { describe, expect, it } from 'vitest';
import { ruleErrors } from '../../../components/form/ruleErrors.ts';
import { newBand, newPrice } from './priceDraft.ts';
import { createInput, newSite, siteErrors, siteRules, updateInput } from './siteDraft.ts';
import { numberOf } from './typedNumber.ts';

const array = (id: number) => ({ id, name: '', tilt: '35', azimuth: '180', kw: '' });
const good = { ...newSite, siteName: ' Roof ', countryCode: 'DE', timezone: 'Europe/Berlin' };
const wrong = (patch: object) => {
  const draft = { ...good, ...patch };
  const own = siteErrors(draft);
  return Object.entries({ ...own, ...ruleErrors(draft, siteRules), ...own })
    .filter(([, words]) => words)
    .map(([field]) => field);
};

describe('the form of a plant', () => {
  it('reads numbers with point and comma, and nothing else', () => {
    expect(['8,4', ' 8.4 ', '-33', '−33', ''].map(numberOf)).toEqual([8.4, 8.4, -33, -33, null]);
    expect(['1.000,5', '8 kW', '1e3', '.'].map(numberOf)).toEqual([NaN, NaN, NaN, NaN]);
  });

  it('demands name, country and time zone, whole positions, and numbers where numbers belong', () => {
    expect(wrong({})).toEqual([]);
    expect(wrong({ siteName: ' ', countryCode: '', timezone: '' })).toEqual([
      'countryCode',
      'timezone',
      'siteName',
    ]);
    expect(wrong({ userEmail: 'x@', city: 'x'.repeat(81) })).toEqual(['city', 'userEmail']);
    expect(wrong({ latitude: '52' })).toEqual(['longitude']);
    expect(wrong({ latitude: '91', longitude: '0' })).toEqual(['latitude']);
    expect(wrong({ systemSize: '0', prices: [{ ...newPrice, price: '-1' }], controlLimit: '0' })).toEqual([
      'prices.0.price',
      'systemSize',
    ]);
    const array = { id: 0, name: '', tilt: '', azimuth: '361', kw: '' };
    expect(wrong({ planes: [array], shareWith: [{ email: 'x', mayEdit: false }] })).toEqual([
      'planes.0.tilt',
      'planes.0.azimuth',
      'shareWith.0',
    ]);
  });

  it('demands of prices by the time of day that each time has one, and each day', () => {
    const band = { ...newBand, price: '0,2' };
    const entry = { ...newPrice, price: '0,3', bands: [band] };
    expect(wrong({ prices: [entry] })).toEqual([]);
    expect(wrong({ prices: [{ ...entry, price: '', bands: [{ ...band, days: [] }] }] })).toEqual([
      'prices.0.price',
      'prices.0.bands.0.time',
    ]);
    const late = { ...band, from: '05:45', to: '07:00', price: '' };
    expect(wrong({ prices: [{ ...entry, bands: [band, late] }] })).toEqual([
      'prices.0.bands.1.price',
      'prices.0.bands.1.time',
    ]);
    expect(wrong({ prices: [entry, { ...entry, from: '' }] })).toEqual(['prices.1.from']);
    const prices = [entry, { ...entry, from: '2026-02-01', exportPrice: '0,08' }];
    expect(site.createFast.input.parse(createInput({ ...good, prices }, [])).prices).toMatchObject([
      { from: '', price: 0.3, exportPrice: null, bands: [{ price: 0.2, from: '22:00', to: '06:00' }] },
      { from: '2026-02-01', exportPrice: 0.08 },
    ]);
  });

  it('becomes calls that the contract takes, powers in W', () => {
    const arrays = [{ id: 0, name: 'South', tilt: '35', azimuth: '180', kw: '4,1' }];
    const draft = { ...good, systemSize: '8,4', controlLimit: '0', planes: arrays };
    const made = site.createFast.input.parse(createInput(draft, [{ sn: '30A12345', alias: '' }]));
    expect(made).toMatchObject({
      siteName: 'Roof',
      systemSize: 8400,
      maxPower: null,
      controlLimit: 0,
      latitude: null,
      planes: [{ id: null, tilt: 35, azimuth: 180, powerRating: 4100 }],
      devices: [{ sn: '30A12345', modelNumber: null }],
    });
    expect(made.userEmail).toBeUndefined();
  });

  it('saves what was changed and nothing else, so that two who change different things undo nothing', () => {
    const save = (draft: typeof good, mayDecide = true) =>
      updateInput('DE_20260101_abcd', { first, draft, devices: [], mayDecide });
    const first = { ...good, latitude: '52', longitude: '13', planes: [array(1), array(2)] };
    const nothing = { sid: 'DE_20260101_abcd', devices: [] };
    expect(save(first)).toEqual(nothing);
    expect(save({ ...first, remark: 'New roof' })).toEqual({ ...nothing, remark: 'New roof' });
    // Half a location is invalid, and a state belongs to its country.
    expect(save({ ...first, latitude: '53' })).toEqual({ ...nothing, latitude: 53, longitude: 13 });
    expect(save({ ...first, countryCode: 'AT' })).toEqual({ ...nothing, countryCode: 'AT', stateCode: '' });
    // Known arrays are sent too, so that one drawn meanwhile is kept.
    expect(save({ ...first, planes: [array(1)] })).toMatchObject({
      planes: [{ id: 1 }],
      knownPlanes: [1, 2],
    });
    const shared = { ...first, shareWith: [{ email: 'a@make.test', mayEdit: false, until: '' }] };
    expect(
      updateInput('DE_20260101_abcd', {
        first: shared,
        draft: { ...shared, shareWith: [] },
        devices: [],
        mayDecide: true,
      }),
    ).toMatchObject({ shareWith: [], knownShares: ['a@make.test'] });
    const handed = { ...first, userEmail: 'new@make.test' };
    expect(save(handed)).toEqual({ ...nothing, userEmail: 'new@make.test' });
    expect(save(handed, false)).toEqual(nothing);
    expect(site.updateFast.input.parse(save({ ...handed, planes: [] }))).toMatchObject({
      knownPlanes: [1, 2],
    });
  });
});
