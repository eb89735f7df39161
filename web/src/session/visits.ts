// The last path visited, to which a login returns.
const LAST_PATH = 'NEP-LAST-PATH';

export const lastVisit = (): string => localStorage.getItem(LAST_PATH) ?? '';
export const rememberVisit = (path: string): void => localStorage.setItem(LAST_PATH, path);
