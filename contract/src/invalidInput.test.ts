import { expect, it } from 'vitest';
import type { z } from 'zod';
import { contracts } from './contracts.ts';
import type { Contract, Endpoint } from './endpoint.ts';
import { invalidFields } from './invalidInput.ts';
import { layout } from './layout.ts';
import { product } from './product.ts';
import { site } from './site.ts';

const endpoints = Object.values(contracts).flatMap((contract: Contract): Endpoint[] =>
  Object.values(contract),
);
const rejected = ({ input }: { input: z.ZodType }, value: unknown): string => {
  const { error } = input.safeParse(value);
  return error ? invalidFields(input, value, error.issues) : '';
};

it('names each field with the rule of its schema', () => {
  const entry = { modelName: 'Duo', vendor: 'sunhall', kind: 'meter' };
  expect(rejected(product.create, entry)).toBe('');
  expect(rejected(product.create, { ...entry, ratedPower: 380.5 })).toBe(
    'ratedPower (whole number from 0 to 1000000)',
  );
  expect(rejected(product.create, { ...entry, vendor: 'x' })).toBe('vendor (2 to 16 letters and digits)');
  expect(rejected(product.create, { ...entry, modelName: ' ' })).toBe(
    'modelName (text from 1 to 60 characters)',
  );
  expect(rejected(product.create, { ...entry, kind: 'x' })).toMatch(/^kind \(one of microinverter, meter, /);
  expect(rejected(site.createFast, { siteName: 'A', countryCode: 'DE', latitude: 91, planes: 5 })).toBe(
    'latitude (number from -90 to 90), planes (list of up to 50 entries)',
  );
  expect(rejected(product.create, 'text')).toBe('body (object)');
});

it('distinguishes a missing field from a wrong one', () => {
  expect(rejected(product.create, { vendor: 'sunhall', kind: 'meter' })).toBe(
    'modelName (required: text from 1 to 60 characters)',
  );
});

it('names fields within lists', () => {
  const page = { sid: 'DE_1', pageId: 1, version: 1 };
  const place = { xM: 0, yM: 0, rotationDeg: 0, isLandscape: 1, planeId: null, ratedW: 400, sn: '', addr: 0 };
  expect(rejected(layout.modulesAdd, { ...page, list: [{ ...place, isLandscape: false }, place] })).toBe(
    'list.1.isLandscape (true or false)',
  );
});

it('gives a text for any input of any call', () => {
  for (const endpoint of endpoints)
    for (const value of [{}, 'text', { sid: {}, sn: 5, list: [{}], filters: 1, page: 'x', types: 'y' }])
      expect(rejected(endpoint, value)).not.toMatch(/undefined|\[object/);
});
