// Stores persisted in `localStorage`: written on every change, read at startup. Uses the format of zustand's
// `persist`, whose module would add four other middlewares to the login page.
import type { StoreApi } from 'zustand';

const VERSION = 1;

/** The persisted state merged over the initial state; unreadable or older versions are ignored. */
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
