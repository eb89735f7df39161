// Filters, page, range and tab of a screen live in its address, so that a link and the back button bring them back.
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { z } from 'zod/mini';

type Values = Record<string, unknown>;

/** Made of ./urlFields.ts. */
type Fields = z.ZodMiniObject;

/** What the address says, read by the schema; a key that does not fit is as if it were absent. */
export function readUrlState<T extends Values>(schema: Fields, search: URLSearchParams): T {
  const raw: Record<string, string> = {};
  for (const key of Object.keys(schema.shape)) {
    const text = search.get(key);
    if (text !== null) raw[key] = text;
  }
  const whole = schema.safeParse(raw);
  if (whole.success) return whole.data as T;
  for (const issue of whole.error.issues) delete raw[String(issue.path[0])];
  return schema.parse(raw) as T;
}

/** A value as the address has it: text as it is, numbers and truth values in their usual writing, nothing as ''. */
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);

/** The address' parameters after a change; what equals the schema's default is left out. */
export function writeUrlState(schema: Fields, search: URLSearchParams, patch: Values): URLSearchParams {
  const defaults = schema.parse({}) as Values;
  const next = new URLSearchParams(search);
  for (const [key, value] of Object.entries(patch)) {
    const text = textOf(value);
    if (value == null || text === textOf(defaults[key])) next.delete(key);
    else next.set(key, text);
  }
  return next;
}

interface WriteOptions {
  /** True: a step of its own in the history, as a change of tab is; filters while typing are not. */
  isStep?: boolean;
}

/** What the writes of this moment amount to: the router forgets all but the last of several navigations at once. */
let gathered: { search: URLSearchParams; isStep: boolean } | undefined;

/**
 * State kept in the search part of the address. Its schema is made of ./urlFields.ts, where every field has a
 * default and accepts text. Keys of others in the same address are left alone. Several writes at once, also
 * of several such states, become one navigation.
 */
export function useUrlState<S extends Fields>(
  schema: S,
): [z.output<S>, (patch: Partial<z.output<S>>, options?: WriteOptions) => void] {
  const [search, setSearch] = useSearchParams();
  const text = search.toString();
  const state = useMemo(() => readUrlState<z.output<S>>(schema, new URLSearchParams(text)), [schema, text]);
  const write = useCallback(
    (patch: Partial<z.output<S>>, { isStep = false }: WriteOptions = {}) => {
      if (gathered !== undefined) {
        gathered.search = writeUrlState(schema, gathered.search, patch);
        gathered.isStep ||= isStep;
        return;
      }
      gathered = { search: writeUrlState(schema, new URLSearchParams(text), patch), isStep };
      queueMicrotask(() => {
        const { search: next, isStep: pushes } = gathered ?? { search: new URLSearchParams(text), isStep };
        gathered = undefined;
        setSearch(next, { replace: !pushes, preventScrollReset: true });
      });
    },
    [schema, setSearch, text],
  );
  return [state, write];
}
