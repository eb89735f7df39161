// Every answer of the API is one envelope, and lists and pages have one shape.
import { z } from 'zod';

export const SUCCESS = 200;

export interface Envelope<T = unknown> {
  code: number;
  msg: string;
  data: T;
}

/** `data` of a list call: the rows of one page and how many there are in all. */
export const pageOf = <T extends z.ZodType>(row: T) =>
  z.object({ list: z.array(row), total: z.number().int().nonnegative() });

const whole = z.coerce.number().int();

/**
 * The page asked for. Clients send `{size, num}` with `num` from 0; one sends `{page, size}` with `page` from 1;
 * some leave it out. All become `{size, num}`; sizes are held between 1 and 1000.
 */
export const pageInput = z
  .looseObject({ size: whole.optional(), num: whole.optional(), page: whole.optional() })
  .nullish()
  .transform((raw) => {
    const size = Math.min(1000, Math.max(1, raw?.size ?? 10));
    const num = Math.min(1_000_000, Math.max(0, raw?.num ?? (raw?.page ?? 1) - 1));
    return { size, num };
  });

/**
 * One sort order, `{field, order}`; anything else in the list is dropped, since older clients send free forms.
 */
export const sortInput = z
  .array(z.unknown())
  .nullish()
  .transform((raw) =>
    (raw ?? []).flatMap((entry) => {
      const parsed = sortEntry.safeParse(entry);
      return parsed.success ? [parsed.data] : [];
    }),
  );
const sortEntry = z.object({ field: z.string().max(60), order: z.enum(['asc', 'desc']) });

/** A filter text: absent, null and the word "null" (as one client writes it) all mean no filter. */
export const filterText = z
  .union([z.string(), z.number(), z.boolean()])
  .nullish()
  .transform((raw) => {
    const text = raw == null ? '' : String(raw).trim();
    return text === 'null' ? '' : text.slice(0, 200);
  });

/** Body of a call without arguments: nothing, `{}` or anything that a client happens to send. */
export const noInput = z.unknown().transform(() => ({}));
/** `data` of a write that has nothing to say. */
export const nothing = z.object({});
/** A number in a string, without thousands separators, never empty: old clients call float() on it. */
export const numberText = z.string().regex(/^-?\d+(\.\d+)?$/);
