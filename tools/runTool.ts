import { ConfigError } from '@helioport/server/config';
import { BackupFailed } from '@helioport/server/platform/backup/write';
import { StartRefused } from '@helioport/server/platform/startRefused';

/** A command cannot do what it was asked to do; its message tells the user why. */
export class ToolFailed extends Error {
  override readonly name = 'ToolFailed';
}

/** PostgreSQL's code for a table that does not exist. */
const NO_TABLE = '42P01';

const isEmptyDatabase = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === NO_TABLE;

/** Runs a command. What a person can mend is said in its own words; anything else with where it happened. */
export async function runTool(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    const isExpected = [ConfigError, StartRefused, BackupFailed, ToolFailed].some(
      (kind) => error instanceof kind,
    );
    if (isEmptyDatabase(error))
      console.error(
        'The database has no tables yet. Start the portal, wait until it prints its address, and try again.',
      );
    else console.error(isExpected ? (error as Error).message : error);
    process.exit(1);
  }
}
