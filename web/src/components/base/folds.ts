// Panels that fold on a phone, one open at a time, so that a long page of them can be looked through. Where nobody says
// which is open, none folds.
import { createContext } from 'react';

export interface Folds {
  /** The panel that is open, by its `fold`; '' for none. */
  open: string;
  onOpen: (fold: string) => void;
}

export const FoldsContext = createContext<Folds | null>(null);
