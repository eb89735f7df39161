import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{domain,demo,contract,protocol,simulator,server,web,tools}/**/*.test.{ts,tsx}'],
    globalSetup: ['server/test/globalSetup.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
