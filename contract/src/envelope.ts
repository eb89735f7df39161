// Every answer of the API is one envelope, and lists and pages have one shape.
import { z } from 'zod';
import { part, wholeOr } from './values.ts';

export const SUCCESS = 200;

export interface Envelope<T = unknown> {
  code: number;
  msg: string;
  data: T;
}

/** `data` of a list call: the rows of one page and the total number of rows. */
export const pageOf = <T extends z.ZodType>(row: T) =>
  z.object({ list: z.array(row), total: z.number().int().nonnegative() });

const counter = wholeOr(null, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);

/**
 * The page asked for. Clients send `{size, num}` with `num` from 0; one sends `{page, size}` with `page` from 1;
 * some leave it out. All become `{size, num}`; sizes are held between 1 and 1000.
 */
export const pageInput = part({
  size: counter.describe('Rows per page, 1 to 1000; 10 if absent'),
  num: counter.describe('Page number, from 0'),
  page: counter.describe('Page number from 1, used if `num` is absent'),
}).transform((raw) => {
  const size = Math.min(1000, Math.max(1, raw.size ?? 10));
  const num = Math.min(1_000_000, Math.max(0, raw.num ?? (raw.page ?? 1) - 1));
  return { size, num };
});

/** One sort order of a list. */
export interface SortBy<F extends string> {
  field: F;
  order: 'asc' | 'desc';
}

/** Sort orders by the fields that the list knows; anything else is dropped, since older clients send free forms. */
export function sortBy<const F extends string>(fields: readonly F[]) {
  const orders = ['asc', 'desc'] as const;
  const entry = z.object({ field: z.enum(fields), order: z.enum(orders) });
  const shown = { field: { type: 'string', enum: fields }, order: { type: 'string', enum: orders } };
  return z
    .array(z.custom<SortBy<F>>().meta({ type: 'object', properties: shown, required: ['field', 'order'] }))
    .nullish()
    .transform((raw) =>
      (raw ?? []).slice(0, 10).flatMap((one): SortBy<F>[] => {
        const parsed = entry.safeParse(one);
        return parsed.success ? [parsed.data as SortBy<F>] : [];
      }),
    );
}

/** Body of a call without arguments: nothing, `{}` or anything that a client happens to send. */
export const noInput = z.unknown().transform(() => ({}));
/** `data` of a write that has nothing to say. */
export const nothing = z.object({});
/** `data` of a call that writes a file: its name, its kind and its bytes. */
export const writtenFile = z.object({ fileName: z.string(), type: z.string(), base64: z.base64() });
/** A number in a string, without thousands separators, never empty: old clients call float() on it. */
export const numberText = z.string().regex(/^-?\d+(\.\d+)?$/);
