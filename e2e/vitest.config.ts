import { defineConfig } from 'vitest/config';

// One running product for all stories, one story at a time: two cores carry server, database, simulator and browser.
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.spec.ts'],
    globalSetup: ['./product.ts'],
    testTimeout: 60_000,
    hookTimeout: 180_000,
    fileParallelism: false,
    // What a page shows comes when it comes: a story waits for it, and only what must never be there is read at once.
    expect: { poll: { timeout: 10_000 } },
    retry: 0,
  },
});
