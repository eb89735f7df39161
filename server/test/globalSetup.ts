// One throw-away PostgreSQL for the whole test run, with a migrated database that every test file clones.
import fs from 'node:fs';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../src/platform/embeddedPostgres.ts';
import { migrate } from '../src/platform/migrate.ts';
import { addMissingColumns } from '../src/timeseries/catalogue.ts';
import { databaseAt, runAt, serverOfTests } from './cluster.ts';
import { sharedPrograms, testFolder } from './testFolder.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string;
  }
}

export const TEMPLATE = 'helioport_template';
/** Database with the demo data and readings of tests, made by the first test that needs it. */
export const WORLD_TEMPLATE = 'helioport_world_template';

const dropTemplates = [WORLD_TEMPLATE, TEMPLATE].map(
  (name) => `drop database if exists ${name} with (force)`,
);

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const own = serverOfTests();
  if (own !== undefined) {
    await makeTemplate(own);
    project.provide('postgresUrl', own);
    return () => runAt(own, ...dropTemplates);
  }
  const folder = fs.mkdtempSync(path.join(testFolder(), 'helioport-test-'));
  const postgres = await startEmbeddedPostgres({
    folder: path.join(folder, 'postgres'),
    isDurable: false,
    maxConnections: 200,
    settings: {
      shared_buffers: '256MB',
      wal_level: 'minimal',
      max_wal_senders: '0',
      checkpoint_timeout: '1h',
    },
    programs: sharedPrograms(),
  });
  await makeTemplate(postgres.url);
  project.provide('postgresUrl', postgres.url);
  return async () => {
    await postgres.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  };
}

async function makeTemplate(serverUrl: string): Promise<void> {
  await runAt(serverUrl, ...dropTemplates, `create database ${TEMPLATE}`);
  await migrate(databaseAt(serverUrl, TEMPLATE), addMissingColumns);
}
