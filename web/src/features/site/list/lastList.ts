// Which list of plants was last looked at: from one plant, the next one is the next of that list.
import type { InputOf } from '@helioport/contract/endpoint';
import type { site } from '@helioport/contract/site';
import { absentOf } from '../../../components/base/urlFields.ts';
import { filterSchema, listInput } from './siteFilters.ts';

type ListInput = InputOf<typeof site.listWithSN>;
type Listed = Pick<NonNullable<ListInput>, 'filters' | 'sort'>;

const STORAGE = 'helioport-last-list';

const usual = (): ListInput =>
  listInput(absentOf(filterSchema), { page: 1, size: 20, sort: '', order: 'asc' });

/** Remembers it for this tab of the browser. */
export function rememberList(input: ListInput): void {
  try {
    sessionStorage.setItem(STORAGE, JSON.stringify(input));
  } catch {
    // Then the next plant is that of the usual order.
  }
}

/** The list last looked at, else all plants in the usual order. */
export function lastList(): Listed {
  let kept = usual();
  try {
    kept = (JSON.parse(sessionStorage.getItem(STORAGE) ?? 'null') as ListInput) ?? kept;
  } catch {
    // Unreadable counts as nothing.
  }
  return { filters: kept?.filters, sort: kept?.sort };
}
