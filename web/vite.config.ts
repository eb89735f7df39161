// How the portal's pages are built and, while developing, served beside a running server.
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { localeParts } from './localeParts.ts';

const server = process.env.API_URL ?? 'http://127.0.0.1:8080';
const passedOn = ['/v1', '/v2', '/live', '/docs', '/openapi.json'];

/**
 * What every page needs, in one piece with what it stands on: thirty small files would cost the login page 6 kB more,
 * since each is compressed by itself.
 */
const ofEveryPage = new RegExp(
  [
    'web/src/(i18n|paths|theme|title|api/(client|failure)',
    'session/(brand|BrandMark|Choices|Footer|keep|languageList|maintenance|menus|PublicFrame|publicCalls|session|signing|visits)',
    'ui/(Icon|Logo|Popup|Toaster)',
    'app/(NoticePage|Root|Trouble|progress|guard)',
    'screens/account/(Field|formText|LoginPage|SkyCurve|DemoLogins))[.]tsx?$',
  ].join('|'),
);

export default defineConfig({
  plugins: [localeParts(), react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // `light-dark()` must reach the browser as written: the polyfill for older ones does not follow `data-theme`.
    target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    // The kit and the chart library are one lazy chunk each; the budget that matters is kept by tools/bundleSize.ts.
    chunkSizeWarningLimit: 1200,
    manifest: true,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'public', test: ofEveryPage }] } } },
  },
  server: { proxy: Object.fromEntries(passedOn.map((path) => [path, { target: server }])) },
});
