// What an address may say, field by field, for `useUrlState`. On zod's small twin: its large one, with every language's
// words for what is wrong, would be 38 kB of the first paint, and nobody reads why an address did not fit.
import { z } from 'zod/mini';

/** The fields of one state of the address. */
export const urlFields = z.object;

/** A text, `''` when absent. */
export const text = (longest: number) => z._default(z.string().check(z.maxLength(longest)), '');

/** A text that fits, such as a day; `''` when absent, which always fits. */
export const textThat = (fits: (value: string) => boolean) =>
  z._default(z.string().check(z.refine((value) => value === '' || fits(value))), '');

/** Digits of a number that is passed on as text; `''` when absent. */
export const digits = (longest: number) =>
  z._default(z.string().check(z.regex(/^\d*$/), z.maxLength(longest)), '');

/** One of a few; `otherwise` when absent. */
export const choice = <const T extends readonly string[]>(values: T, otherwise: NoInfer<T[number]>) =>
  z._default(z.enum(values), otherwise as never);

/** A whole number; `otherwise` when absent. */
export const whole = (least: number, most: number, otherwise: number) =>
  z._default(z.coerce.number().check(z.int(), z.minimum(least), z.maximum(most)), otherwise);
