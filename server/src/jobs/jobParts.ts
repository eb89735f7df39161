import type { TaskList } from 'graphile-worker';
import type pg from 'pg';
import type { Config } from '../config.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Announcer } from '../timeseries/ingestion/live.ts';

/** What the scheduler passes to jobs. */
export interface JobParts {
  db: Db;
  pool: pg.Pool;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  /** Raw bytes of older readings are not kept. */
  rawFrameDays: number;
  /** Days that stay as rows; 0 disables compression. */
  packAfterDays: number;
  /** Folder of the embedded database; undefined for an external one, whose disk is not accessible. */
  databaseFolder: string | undefined;
  /** True while the clock is known to be wrong: nothing is then deleted because of its age. */
  isClockWrong?: () => boolean;
  /** Base URL of links in emails, and of firmware. */
  publicUrl: string;
  /** Whether webhooks may lead into the operator's own network. */
  allowsPrivateHooks: Config['allowsPrivateHooks'];
  /** Additional jobs for tests. */
  planted?: TaskList;
  smtp: Config['smtp'];
  announcer: Pick<Announcer, 'announce'>;
}
