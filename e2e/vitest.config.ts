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
    retry: 0,
  },
});
