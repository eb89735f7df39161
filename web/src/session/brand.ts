// The brand that the portal wears: asked for once per visit, remembered for the first paint of the next one.
import { defaultBrand } from '@helioport/domain/brands';
import { create } from 'zustand';
import { call } from '../api/client.ts';
import { keep, kept } from './keep.ts';
import { publicCalls } from './publicCalls.ts';

const STORAGE = 'helioport-brand';

export const useBrand = create<typeof defaultBrand>()(() => kept(STORAGE, defaultBrand));
keep(STORAGE, useBrand);

/** Asks for the brand. Without an answer the remembered one stays. */
export async function loadBrand(): Promise<void> {
  const brand = await call(publicCalls.brand, {}, { quiet: true }).catch(() => null);
  if (brand) useBrand.setState(brand);
}
