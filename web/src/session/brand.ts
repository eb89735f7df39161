// The brand of the portal: requested once per visit, cached for the first paint of the next one.
import type { common } from '@helioport/contract/common';
import type { OutputOf } from '@helioport/contract/endpoint';
import { defaultBrand } from '@helioport/domain/brands';
import { create } from 'zustand';
import { call } from '../api/client.ts';
import { keep, kept } from './persistedStore.ts';
import { publicCalls } from './publicCalls.ts';

const STORAGE = 'helioport-brand';

type ActiveBrand = OutputOf<typeof common.brand>;

const initialBrand: ActiveBrand = { ...defaultBrand, appStoreUrl: '', playStoreUrl: '', demo: false };

export const useBrand = create<ActiveBrand>()(() => kept(STORAGE, initialBrand));
keep(STORAGE, useBrand);

/** Requests the brand. Without an answer the cached one stays. */
export async function loadBrand(): Promise<void> {
  const brand = await call(publicCalls.brand, {}, { quiet: true }).catch(() => null);
  if (brand) useBrand.setState(brand);
}
