import { createContext } from 'react';

/** True inside a titled panel, whose headings are one level deeper. */
export const IsTitled = createContext(false);
