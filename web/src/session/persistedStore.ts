// Stores that outlive the page: written to the browser's storage on every change, read from it at the start. The
// format is that of zustand's own `persist`, whose module would bring four other tools to the login page.
import type { StoreApi } from 'zustand';

const VERSION = 1;

/** What was kept under the name, over the given start; unreadable or older than this version counts as nothing. */
export function kept<T extends object>(name: string, start: T): T {
  try {
    const { state, version } = JSON.parse(localStorage.getItem(name) ?? '{}') as {
      state?: T;
      version?: number;
    };
    return version === VERSION ? { ...start, ...state } : start;
  } catch {
    return start;
  }
}

/** Writes the store under the name from now on. */
export function keep<T extends object>(name: string, store: Pick<StoreApi<T>, 'subscribe'>): void {
  store.subscribe((state) => {
    try {
      localStorage.setItem(name, JSON.stringify({ state, version: VERSION }));
    } catch {
      // A full or forbidden storage costs the memory, not the visit.
    }
  });
}
