// Values of a plant's form filled in from country and location.
import { useRef } from 'react';
import type { SiteDraft } from './siteDraft.ts';

type Suggested = Pick<SiteDraft, 'countryCode' | 'timezone' | 'currency'>;

export interface Suggestions {
  /** Whether a field may be filled in: it is empty or was filled in automatically. The user's own input is kept. */
  isFree: (draft: SiteDraft, field: keyof Suggested) => boolean;
  /** Records the values filled in. */
  suggest: (what: Partial<Suggested>) => void;
}

export function useSuggestions(): Suggestions {
  const suggested = useRef<Partial<Suggested>>({});
  return {
    isFree: (draft, field) => draft[field] === '' || draft[field] === suggested.current[field],
    suggest(what) {
      suggested.current = { ...suggested.current, ...what };
    },
  };
}
