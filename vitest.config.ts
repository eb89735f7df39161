import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { localeParts } from './web/localeParts.ts';

/** Tests that start processes, flood a server, hold large data, or replace modules: each file in a process of its own. */
const slow = [
  'bench/**/*.test.ts',
  'server/src/api/account/enumeration.test.ts',
  'server/src/api/configuration/hostileFiles.test.ts',
  'server/src/api/product/hostileSheets.test.ts',
  'server/src/ingest/{mosquitto,mqttGuard}.test.ts',
  'server/src/jobs/{correctTimestamps,notifyAlarms,sendReports,scheduler}.test.ts',
  'server/src/platform/backup/*.test.ts',
  'server/src/platform/{dataLock,embeddedPostgres,log,pictures,postgresPrograms,readers}.test.ts',
  'server/src/timeseries/rollup/matrix.test.ts',
  'server/test/attacks/**/*.test.ts',
  'server/test/architecture/{planted*,conditionTexts,statements}.test.ts',
  'server/test/{balancer,importGuide,processes,upstream}.test.ts',
  'simulator/**/*.test.ts',
  'tools/{agent,client,floatingPromises,frame,healthyWinter,oldSimulator,openApiClients,restore,secrets,supervise}.test.ts',
  'web/src/{i18n,api/client,api/livePace,features/site/prefetchPlant,session/saveDraft}.test.ts',
];

/** Tests without a database. */
const pure = ['{agent,domain,demo,contract,protocol,web,tools}/**/*.test.{ts,tsx}'];

/** Test files that take more than half a minute on an idle machine. */
const longest = /(rubbish|tenancy|answers|access|oneStatus|everyEndpoint|healthyWinter|hostile)\.test\.ts$/;
const order = ['slow', 'api', 'pure'];

/** Starts the longest files of each project first and ends with the short ones, so that no worker is idle at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification) =>
      2 * order.indexOf(project.name) + (longest.test(moduleId) ? 0 : 1);
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

/** End tests that hang. Generous, because a busy machine needs several times as long as an idle one. */
const limits = { testTimeout: 240_000, hookTimeout: 240_000, expect: { poll: { timeout: 60_000 } } };
const installed = ['**/node_modules/**', '**/dist/**'];

export default defineConfig({
  test: {
    globalSetup: ['server/test/globalSetup.ts'],
    // About a third of an endpoint test is waiting for the database, so three workers keep two cores busy.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        plugins: [localeParts()],
        test: {
          ...limits,
          name: 'pure',
          include: pure,
          exclude: [...installed, ...slow],
          isolate: false,
          pool: 'forks',
        },
      },
      {
        plugins: [localeParts()],
        test: {
          ...limits,
          name: 'api',
          include: ['server/**/*.test.ts'],
          exclude: [...installed, ...slow],
          setupFiles: ['server/test/sharedWorker.ts'],
          // Loading the API takes longer than most test files: those of one process share its modules.
          isolate: false,
          pool: 'forks',
        },
      },
      {
        plugins: [localeParts()],
        test: { ...limits, name: 'slow', include: slow, exclude: installed, pool: 'forks' },
      },
    ],
  },
});
