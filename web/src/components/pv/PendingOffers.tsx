import { site } from '@helioport/contract/site';
import { type ReactNode, Suspense } from 'react';
import { useCall } from '../../api/query.ts';
import { lazyWithWords } from '../lazyPart.tsx';

const EVERY_MS = 60_000;

// Few users ever have an offer, so its panel and texts are not part of the pages that list offers.
const OfferPanel = lazyWithWords(() => import('./OfferPanel.tsx').then((file) => file.default));

/** The plants that are offered to the user, to accept or decline; nothing without any. */
export function PendingOffers(): ReactNode {
  const { data } = useCall(site.offers, {}, { live: 'none', refreshMs: EVERY_MS });
  return data?.list.map((offer) => (
    <Suspense fallback={null} key={offer.sid}>
      <OfferPanel offer={offer} />
    </Suspense>
  ));
}
