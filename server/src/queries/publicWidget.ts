// What the embeddable widget of a plant shows: a part of its public page.
import { anonymous } from '../access/me.ts';
import { createShares } from '../access/share.ts';
import type { Tx } from '../platform/db.ts';
import { pageOfToken } from '../repositories/publicPages.ts';
import { type PublicPlant, publicPlant } from './publicPlant.ts';

export interface PublicWidget extends Pick<PublicPlant, 'state' | 'powerW' | 'todayWh' | 'totalWh'> {
  title: string;
  /** Blocks of the public page. */
  blocks: readonly string[];
}

const SHARED_FOR_MS = 5_000;
/** Visitors of a web site share the figures of a few seconds. */
const shares = createShares(SHARED_FOR_MS, () => 'public');

/** The content for a token of a public page; undefined for an unknown one. */
export async function publicWidget(
  tx: Tx,
  { token, now }: { token: string; now: number },
): Promise<PublicWidget | undefined> {
  // Read for every request, so that a revoked URL becomes invalid immediately.
  const page = await pageOfToken(tx, token);
  if (!page) return undefined;
  const { siteId, sid, title, blocks } = page;
  const key = [siteId, Math.floor(now / SHARED_FOR_MS)];
  const plant = await shares.of(anonymous)('publicWidget', key, () => publicPlant(tx, { siteId, sid }, now));
  const { state, powerW, todayWh, totalWh } = plant;
  return { title, blocks, state, powerW, todayWh, totalWh };
}
