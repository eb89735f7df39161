// Pages of a plant name it by `id`. Addresses written by hand, by other programs or after the fields of the API name it
// by `sid`; they lead to the same page.
import type { LoaderFunctionArgs } from 'react-router';
import { replace } from 'react-router';
import type { ScreenRoute } from '../../paths.ts';

/** The plant that an address names; '' for none. */
export const plantIdIn = (search: URLSearchParams): string => search.get('id') || search.get('sid') || '';

/** The address with `id` instead of `sid`; null if it needs no change. */
function canonical(url: URL): string | null {
  if (!url.searchParams.get('sid')) return null;
  const search = new URLSearchParams([['id', plantIdIn(url.searchParams)]]);
  for (const [name, value] of url.searchParams)
    if (name !== 'id' && name !== 'sid') search.append(name, value);
  return `${url.pathname}?${search.toString()}`;
}

/** A page of a plant that accepts both names. */
export function ofPlant(route: ScreenRoute): ScreenRoute {
  const { loader } = route;
  return {
    ...route,
    loader: (args: LoaderFunctionArgs) => {
      const address = canonical(new URL(args.request.url));
      if (address !== null) return replace(address);
      return typeof loader === 'function' ? loader(args) : null;
    },
  } as ScreenRoute;
}
