// Build of the web portal, and in development its server next to a running API server.
import { readdirSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { brotli } from './brotli.ts';
import { earlyParts } from './earlyParts.ts';
import { leanContract } from './leanContract.ts';
import { localeParts } from './localeParts.ts';

const server = process.env.API_URL ?? 'http://127.0.0.1:8080';
const passedOn = ['/v1', '/v2', '/live', '/docs', '/openapi.json'];

/**
 * Code of every page in one chunk with its dependencies: thirty small files would add 6 kB to the login page, since
 * each is compressed separately.
 */
const ofEveryPage = new RegExp(
  [
    'web/src/(i18n|paths|theme|title|(connection|api/(client|failure))',
    'session/(brand|BrandMark|Choices|Footer|persistedStore|languageList|maintenance|menus|PublicFrame|publicCalls|session|signing|visits)',
    'components/(Icon|Logo|Popup|Toaster)',
    'app/(NoticePage|Root|ErrorPage|progress|guard)',
    'features/account/(Field|formText|LoginPage|SkyCurve|DemoLogins))[.]tsx?$',
  ].join('|'),
);

/**
 * Frame and plant list in one chunk, for the same reason: an initial load of 60 files waits for the slowest. The
 * bundler splits the code of other screens.
 */
const ofFirstPaint = /web\/src\/app\/first[.]ts$/;

/**
 * What the page of a plant shares with those of devices and modules, in one piece for the same reason: twenty files of a
 * kilobyte each took the places of its two answers in the browser's queue.
 */
const ofPlants = new RegExp(
  [
    'web/src/components/pv/((powerCurve|energyCharts|localRows)[.]ts|(DayChoice|DeviceCardFrame|DeviceName|EnergyFlow|ConnectHelp|PlantPeople)[.]tsx|detail[.]css)',
    'web/src/components/(base/Tabs|chart/Chart)[.]tsx',
    'web/src/features/site/overview/printPlant[.]ts',
    'contract/src/(device|pv|otaCampaign)[.]ts',
    'domain/src/(prices|deviceKinds)[.]ts',
  ]
    .map((files) => `${files}$`)
    .join('|'),
);

/**
 * React and its dependencies, which change only with their own releases, so that they stay cached across portal
 * updates.
 */
const ofReact = /node_modules\/(react|react-dom|scheduler|react-router|cookie|set-cookie-parser|zustand)\//;

const languages = readdirSync(new URL('../locales', import.meta.url)).flatMap(
  (file) => /^(\w\w)[.]json$/.exec(file)?.[1] ?? [],
);

export default defineConfig({
  plugins: [leanContract(), localeParts(), react(), earlyParts(languages), brotli()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // `light-dark()` must reach the browser as written: the polyfill for older ones does not follow `data-theme`.
    target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    // All of these support module preloading natively.
    modulePreload: { polyfill: false },
    // The chart library is one lazy chunk; the budget that matters is kept by tools/bundleSize.ts.
    chunkSizeWarningLimit: 1200,
    manifest: true,
    rolldownOptions: {
      output: {
        // The first paint lists every lazy file, and the hashes are what does not compress.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            { name: 'react', test: ofReact, priority: 3 },
            { name: 'public', test: ofEveryPage, priority: 2 },
            { name: 'shell', test: ofFirstPaint, priority: 1 },
            { name: 'plants', test: ofPlants, priority: 0 },
          ],
        },
      },
    },
  },
  server: { proxy: Object.fromEntries(passedOn.map((path) => [path, { target: server }])) },
});
