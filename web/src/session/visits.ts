// The path that the person saw last, so that a sign-in leads back to it.
const LAST_PATH = 'NEP-LAST-PATH';

export const lastVisit = (): string => localStorage.getItem(LAST_PATH) ?? '';
export const rememberVisit = (path: string): void => localStorage.setItem(LAST_PATH, path);
