// The plant list last viewed: previous and next plant follow it.
import type { InputOf } from '@helioport/contract/endpoint';
import type { site } from '@helioport/contract/site';
import { absentOf } from '../../../components/base/urlFields.ts';
import { filterSchema, listInput } from './siteFilters.ts';

type ListInput = InputOf<typeof site.listWithSN>;
type Listed = Pick<NonNullable<ListInput>, 'filters' | 'sort'>;

const STORAGE = 'helioport-last-list';

const usual = (): ListInput =>
  listInput(absentOf(filterSchema), { page: 1, size: 20, sort: '', order: 'asc' });

/** Stores it for this browser tab. */
export function rememberList(input: ListInput): void {
  try {
    sessionStorage.setItem(STORAGE, JSON.stringify(input));
  } catch {
    // Without storage, the default order applies.
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
