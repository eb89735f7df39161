// Panels that collapse on a phone, one open at a time, so that a long page can be scanned. Without a provider, none
// collapse.
import { createContext } from 'react';

export interface Folds {
  /** The panel that is open, by its `fold`; '' for none. */
  open: string;
  onOpen: (fold: string) => void;
}

export const FoldsContext = createContext<Folds | null>(null);
