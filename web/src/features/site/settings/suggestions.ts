// Values of a plant's form filled in from country and location.
import { useRef } from 'react';
import type { SiteDraft } from './siteDraft.ts';

type Suggested = Pick<SiteDraft, 'countryCode' | 'timezone' | 'currency'>;

export interface Suggestions {
  /** Whether a field may be filled in: it is empty or was filled in automatically. The user's own input is kept. */
  isFree: (draft: SiteDraft, field: keyof Suggested) => boolean;
  /** Records the values filled in. */
  tell: (what: Partial<Suggested>) => void;
}

export function useSuggestions(): Suggestions {
  const told = useRef<Partial<Suggested>>({});
  return {
    isFree: (draft, field) => draft[field] === '' || draft[field] === told.current[field],
    tell(what) {
      told.current = { ...told.current, ...what };
    },
  };
}
