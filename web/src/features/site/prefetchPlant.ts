// Data that the plant page needs in addition to its code, requested while the code is still loading.
import { site } from '@helioport/contract/site';
import type { LoaderFunctionArgs, ShouldRevalidateFunctionArgs } from 'react-router';
import { prefetchCall } from '../../api/query.ts';
import { fetchWordsAhead } from '../../components/lazyPart.tsx';
import { useSession } from '../../session/session.ts';

const sidOf = (url: URL): string => url.searchParams.get('id') ?? '';

/** Prefetches the two queries that the page waits for, and for other tabs than the overview the texts. */
export function prefetchPlant({ request }: LoaderFunctionArgs): null {
  const url = new URL(request.url);
  const sid = sidOf(url);
  // Without a session the user is redirected to the login.
  if (useSession.getState().token === '') return null;
  if (sid !== '') {
    prefetchCall(site.detail, { sid });
    prefetchCall(site.overview, { sid });
  }
  if (url.searchParams.has('tab')) fetchWordsAhead();
  return null;
}

/** Requested again only for another plant: within one, tab and day change, and the page refreshes its data. */
export const isOtherPlant = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean =>
  sidOf(currentUrl) !== sidOf(nextUrl);
