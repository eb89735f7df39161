import { defineConfig } from 'vitest/config';
import { localeParts } from './web/localeParts.ts';

export default defineConfig({
  plugins: [localeParts()],
  test: {
    include: ['{domain,demo,contract,protocol,simulator,server,web,tools,bench}/**/*.test.{ts,tsx}'],
    globalSetup: ['server/test/globalSetup.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
