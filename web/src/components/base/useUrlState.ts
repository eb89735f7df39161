// Filters, page, range and tab of a screen are kept in the URL, for links and the back button.
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { absentOf, readField, type UrlFields, type UrlValues } from './urlFields.ts';

type Values = Record<string, unknown>;

/** The values of all fields in the URL; an invalid one counts as missing. */
export function readUrlState<F extends UrlFields>(fields: F, search: URLSearchParams): UrlValues<F> {
  const values = Object.entries(fields).map(([name, field]) => {
    const text = search.get(name);
    return [name, text === null ? field.absent : readField(field, text)];
  });
  return Object.fromEntries(values) as UrlValues<F>;
}

/** A value as the address has it: text as it is, numbers and truth values in their usual writing, nothing as ''. */
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);

/** The URL parameters after a change; default values are left out. */
export function writeUrlState(fields: UrlFields, search: URLSearchParams, patch: Values): URLSearchParams {
  const defaults: Values = absentOf(fields);
  const next = new URLSearchParams(search);
  for (const [key, value] of Object.entries(patch)) {
    const text = textOf(value);
    if (value == null || text === textOf(defaults[key])) next.delete(key);
    else next.set(key, text);
  }
  return next;
}

interface WriteOptions {
  /** True: adds a history entry, as for a tab change, but not for filters while typing. */
  isStep?: boolean;
}

/** The combined writes of the current tick: of several simultaneous navigations the router keeps only the last. */
let gathered: { search: URLSearchParams; isStep: boolean } | undefined;

/**
 * State kept in the query string, with fields of ./urlFields.ts. Other parameters are left unchanged. Several
 * simultaneous writes, also of different states, become one navigation.
 */
export function useUrlState<F extends UrlFields>(
  fields: F,
): [UrlValues<F>, (patch: Partial<UrlValues<F>>, options?: WriteOptions) => void] {
  const [search, setSearch] = useSearchParams();
  const text = search.toString();
  const state = useMemo(() => readUrlState(fields, new URLSearchParams(text)), [fields, text]);
  const write = useCallback(
    (patch: Partial<UrlValues<F>>, { isStep = false }: WriteOptions = {}) => {
      if (gathered !== undefined) {
        gathered.search = writeUrlState(fields, gathered.search, patch);
        gathered.isStep ||= isStep;
        return;
      }
      gathered = { search: writeUrlState(fields, new URLSearchParams(text), patch), isStep };
      queueMicrotask(() => {
        const { search: next, isStep: pushes } = gathered ?? { search: new URLSearchParams(text), isStep };
        gathered = undefined;
        setSearch(next, { replace: !pushes, preventScrollReset: true });
      });
    },
    [fields, setSearch, text],
  );
  return [state, write];
}
