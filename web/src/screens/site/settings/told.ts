// What country and position have filled into the form of a plant by themselves.
import { type RefObject, useRef } from 'react';
import type { SiteDraft } from './siteDraft.ts';

type Field = 'countryCode' | 'timezone' | 'currency';

/** The newest suggestion for each field, '' for none. */
export type Told = RefObject<Record<Field, string>>;

export const useTold = (): Told => useRef({ countryCode: '', timezone: '', currency: '' });

/** Whether a field may be filled in: nothing stands there, or what was filled in before. What somebody chose stays. */
export const isFree = (told: Told, draft: SiteDraft, field: Field): boolean =>
  draft[field] === '' || draft[field] === told.current[field];
