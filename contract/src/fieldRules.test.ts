import { expect, it } from 'vitest';
import { z } from 'zod';
import { account } from './account.ts';
import { endpoint, signedIn } from './endpoint.ts';
import { fieldRules } from './fieldRules.ts';
import { user } from './user.ts';
import { body, listOf, neededText, secret, sn, text, textIfGiven, whole, wholeOr } from './values.ts';

const rulesOf = (input: z.ZodType) =>
  fieldRules(endpoint({ path: 'v2/a/b', summary: '', grant: signedIn, input, output: z.object({}) }));

it('finds the rules behind every reader of the contract', () => {
  expect(
    rulesOf(
      body({
        name: neededText(80).nullish(),
        note: text(40),
        street: textIfGiven(120),
        password: secret(6).nullish(),
        count: whole(1, 9),
        batch: wholeOr(null, 0, 250),
        sn,
        mail: z.union([z.literal(''), z.email().max(254)]).nullish(),
        tags: listOf(neededText(5), 3),
      }).refine(() => true),
    ),
  ).toEqual({
    name: { isRequired: true, minLength: 1, maxLength: 80 },
    note: { maxLength: 40 },
    street: { maxLength: 120 },
    password: { isRequired: true, minLength: 6, maxLength: 200 },
    count: { isRequired: true, isWhole: true, min: 1, max: 9 },
    batch: { isWhole: true, min: 0, max: 250 },
    sn: { isRequired: true, pattern: '^[\\w.~-]{1,70}$' },
    mail: { isEmail: true, maxLength: 254, pattern: expect.any(String) },
    tags: {},
  });
});

it('finds the rules of a part of the input, and of the entries of a list', () => {
  const input = body({
    server: z.object({ host: neededText(253).refine(() => true), port: whole(1, 65_535) }).nullish(),
    arrays: listOf(z.object({ tilt: z.number().min(0).max(180), name: text(60) }), 50),
  });
  const call = endpoint({ path: 'v2/a/b', summary: '', grant: signedIn, input, output: z.object({}) });
  expect(fieldRules(call, 'server')).toEqual({
    host: { isRequired: true, minLength: 1, maxLength: 253 },
    port: { isRequired: true, isWhole: true, min: 1, max: 65_535 },
  });
  expect(fieldRules(call, 'arrays')).toEqual({
    tilt: { isRequired: true, min: 0, max: 180 },
    name: { maxLength: 60 },
  });
});

it('recognizes email addresses, with their length', () => {
  const { email } = fieldRules(account.signUp);
  expect(email).toMatchObject({ isRequired: true, isEmail: true, maxLength: 254 });
  // A contact of a company may have none.
  const { contactEmail } = fieldRules(user.companyUpdate);
  expect(contactEmail).toMatchObject({ isEmail: true, maxLength: 254 });
  expect(contactEmail).not.toHaveProperty('isRequired');
});
