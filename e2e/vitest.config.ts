import { defineConfig } from 'vitest/config';

// One running product for all browser tests of a shard, one test at a time. `npm test` runs three shards side by side.
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.spec.ts'],
    globalSetup: ['./product.ts'],
    // With FAIL_FIRST_TRY=1 each test has to pass twice in one product, which shows that a retry can succeed.
    setupFiles: ['./failFirstTry.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    fileParallelism: false,
    // Test files share the modules of one process, which takes seconds to load.
    isolate: false,
    // Content can appear late: tests wait for it, and only absent content is asserted immediately.
    expect: { poll: { timeout: 60_000 } },
    // A busy machine can miss one moment of a page. A test that needed its second try is marked `retry x1` in the output.
    retry: 1,
    // The findings of axe are shown in full, for a failure that cannot be repeated.
    chaiConfig: { truncateThreshold: 4000 },
  },
});
