// Scheduler. Days are rolled up by a separate loop, scheduled jobs run in graphile-worker;
// docs/decisions/2026-11-21-roll-up-loop.md gives the reasons.
import { Logger, run } from 'graphile-worker';
import { refreshBenchmarks } from '../timeseries/analytics/benchmarks.ts';
import { createAnnouncer } from '../timeseries/ingestion/live.ts';
import { lookForAlarms } from './alarms.ts';
import { callWebhooks } from './callWebhooks.ts';
import { checkSums } from './checkSums.ts';
import { tidy } from './cleanup.ts';
import { evaluateConditions } from './conditions.ts';
import { startDangerWatch } from './dangerWatch.ts';
import { driveCampaigns } from './driveCampaigns.ts';
import { dropDetail } from './dropOldDetail.ts';
import { dropOldFrames } from './dropOldFrames.ts';
import { expire } from './expireCommands.ts';
import type { JobParts } from './jobParts.ts';
import { keepPartitions } from './keepPartitions.ts';
import { measureStore, noteStore } from './measureStore.ts';
import { notifyAlarms } from './notifyAlarms.ts';
import { packDays } from './packDays.ts';
import { purgeSites } from './purgeSites.ts';
import { purgeUnclaimed } from './purgeUnclaimed.ts';
import { startSkies } from './refreshSkies.ts';
import { startRollUps } from './rollUps.ts';
import { sendDigests } from './sendDigests.ts';
import { sendReadings } from './sendReadings.ts';
import { sendReports } from './sendReports.ts';
import { keepRunning } from './supervisor.ts';

/** Parts of all jobs; the scheduler makes the announcer. */
export type SchedulerParts = Omit<JobParts, 'announcer'>;

export interface Jobs {
  /** Resolves when what is under way has ended. */
  stop(): Promise<void>;
}

/** UTC. Missed runs of the last day are made up for at start. */
const TIMETABLE = `
17 3 * * * drop_old_frames ?fill=1d
47 3 * * * drop_old_detail ?fill=1d
37 2 * * * check_sums ?fill=1d
57 5 * * * refresh_benchmarks ?fill=1d
27 4 * * * keep_partitions ?fill=1d
47 * * * * tidy ?fill=1h
7 * * * * measure_store ?fill=1h
23 * * * * purge_unclaimed ?fill=1h
*/5 * * * * evaluate_conditions ?fill=5m
*/10 * * * * purge_sites ?fill=10m
*/10 * * * * pack_days ?fill=10m
* * * * * expire_commands ?fill=1m
* * * * * update_alarms ?fill=1m
* * * * * notify_alarms ?fill=1m
* * * * * call_webhooks ?fill=1m
* * * * * send_readings ?fill=1m
* * * * * drive_campaigns ?fill=1m
*/10 * * * * send_reports ?fill=10m
13 * * * * send_digests ?fill=1h
`;

/** Starts the roll-up loop and the scheduler. Any number of processes may do so on one database. */
export async function startJobs(parts: SchedulerParts): Promise<Jobs> {
  const { pool, log, isClockWrong = () => false } = parts;
  let isStopping = false;
  const loop = startRollUps(parts);
  const danger = startDangerWatch(parts);
  const skies = startSkies(parts);
  const announcer = createAnnouncer(pool);
  const begin = () =>
    run({
      pgPool: pool,
      // With a delay, the result of a failed job is never awaited: an unavailable database then ended the process.
      preset: { worker: { failJobBatchDelay: 0, completeJobBatchDelay: 0 } },
      concurrency: 1,
      noHandleSignals: true,
      crontab: TIMETABLE,
      logger: new Logger(() => (level, message) => {
        // Its "info" is what we call debugging.
        if (level === 'error') log.error({ message }, 'job scheduler');
        else if (level === 'warning') log.warn({ message }, 'job scheduler');
        else log.trace({ message }, 'job scheduler');
      }),
      taskList: {
        async drop_old_frames() {
          if (!isClockWrong()) await dropOldFrames(parts);
        },
        async drop_old_detail() {
          if (!isClockWrong()) await dropDetail(parts, () => isStopping);
        },
        async keep_partitions() {
          if (!isClockWrong()) await keepPartitions(parts, () => isStopping);
        },
        refresh_benchmarks: async () => void (await refreshBenchmarks(parts.db)),
        check_sums: () => checkSums(parts, () => isStopping),
        async purge_sites() {
          const plants = await purgeSites(parts, () => isStopping);
          if (plants > 0) log.info({ plants }, 'data of deleted plants removed');
        },
        measure_store: () => measureStore(parts, () => isStopping),
        pack_days: () => packDays(parts, () => isStopping),
        async tidy() {
          log.debug(await tidy(parts), 'tidied');
        },
        async purge_unclaimed() {
          if (isClockWrong()) return;
          const serials = await purgeUnclaimed(parts, () => isStopping);
          if (serials > 0) log.info({ serials }, 'unclaimed serial numbers deleted');
        },
        async expire_commands() {
          const commands = await expire({ ...parts, announcer });
          if (commands > 0) log.debug({ commands }, 'commands timed out');
        },
        async update_alarms() {
          const plants = await lookForAlarms({ ...parts, announcer });
          if (plants > 0) log.debug({ plants }, 'alarms changed');
        },
        async notify_alarms() {
          const sentCount = await notifyAlarms(parts, () => isStopping);
          if (sentCount > 0) log.info({ count: sentCount }, 'alarm notifications sent');
        },
        async call_webhooks() {
          const sent = await callWebhooks(parts, () => isStopping);
          if (sent > 0) log.info({ sent }, 'webhook events sent');
        },
        async send_readings() {
          const readings = await sendReadings(parts, () => isStopping);
          if (readings > 0) log.debug({ readings }, 'readings sent to outputs');
        },
        async drive_campaigns() {
          const devices = await driveCampaigns({ ...parts, announcer }, () => isStopping);
          if (devices > 0) log.info({ devices }, 'firmware updates sent');
        },
        async send_reports() {
          const reports = await sendReports(parts, () => isStopping);
          if (reports > 0) log.info({ reports }, 'wrote reports');
        },
        async send_digests() {
          const digests = await sendDigests(parts, () => isStopping);
          if (digests > 0) log.info({ digests }, 'fleet digests created');
        },
        async evaluate_conditions() {
          log.debug(await evaluateConditions({ ...parts, announcer }), 'conditions evaluated');
        },
        ...parts.planted,
      },
    });
  // The schedule measures it within the hour; the dashboard of a new portal shows it immediately.
  await noteStore(parts).catch((error: unknown) => log.warn({ err: error }, 'disk space not measured'));
  const timetable = await keepRunning(begin, log).catch(async (error: unknown) => {
    await Promise.all([loop.stop(), danger.stop(), skies.stop(), announcer.close()]);
    throw error;
  });
  return {
    async stop() {
      isStopping = true;
      await Promise.all([loop.stop(), danger.stop(), skies.stop(), timetable.stop()]);
      await announcer.close();
    },
  };
}
