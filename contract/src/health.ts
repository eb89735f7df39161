// System health for administrators: integrity of stored totals, pending recalculations and storage size.

import { clockFaults } from '@helioport/domain/clockDeviation';
import { HOUR_MS } from '@helioport/domain/duration';
import { mendingStates, sumKinds } from '@helioport/domain/sums';
import { z } from 'zod';

const ms = z.number().int().describe('Milliseconds since 1970.');
const count = z.number().int().nonnegative();
const localDay = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

/** Issues that need an administrator's attention, most severe first. */
export const concerns = ['clock', 'sums', 'disk', 'broker', 'upstream', 'backup', 'check', 'rollUp'] as const;
export type Concern = (typeof concerns)[number];

/** Why the server in UPSTREAM does not accept frames. */
export const upstreamFailures = [
  'self',
  'private',
  'name',
  'unreachable',
  'timeout',
  'noResponse',
  'status',
] as const;
export type UpstreamFailure = (typeof upstreamFailures)[number];
/** Time in ms after which failed forwarding is reported. */
export const UPSTREAM_FAILED_MS = 15 * 60_000;

/** A check of all plants takes a run each night; one that was missed may be made up for on the next day. */
export const CHECK_DUE_AFTER_MS = 50 * HOUR_MS;
/** A backup is taken each night; one that was missed is tried again every few minutes. */
export const BACKUP_DUE_AFTER_MS = 50 * HOUR_MS;
/** Time in ms after which an unreachable external broker is reported. */
export const BROKER_AWAY_MS = 60_000;
/** Fewer days until the disk is full are said in time to do something. */
export const DISK_DAYS_LEFT = 30;
/** A history that is brought in may keep days waiting for some time; beyond this something is wrong. */
export const ROLL_UP_DUE_AFTER_MS = 2 * HOUR_MS;
/** Single reports are kept for at least a year, as long as charts of a year ask for them. */
export const LEAST_YEARS_KEPT = 1;
export const MOST_YEARS_KEPT = 100;
/** Sums that one answer tells of at most; the newest. */
export const MISMATCHES_SHOWN = 200;

const mismatch = z
  .object({
    sid: z.string(),
    siteName: z.string(),
    kind: z.enum(sumKinds).describe('Which total.'),
    day: localDay.describe("Day in the plant's calendar, YYYY-MM-DD; for a month its first day with data."),
    foundAt: ms,
    stored: z.number().nullable().describe('Wh.'),
    summed: z.number().nullable(),
    state: z
      .enum(mendingStates)
      .describe(
        'waiting: waiting for recalculation. recomputed: recalculated since. mended: a later check found a match.',
      ),
  })
  .meta({ id: 'SumMismatch' });

const implausibleTimes = {
  from: ms,
  to: ms,
  offsetMs: z.number().int().nullable().describe('Offset to add to times in this period; null if unknown.'),
  command: z
    .string()
    .nullable()
    .describe('Command that moves the readings of that period to the correct time; null if unknown.'),
};

const clockNote = z
  .object({
    id: count,
    kind: z
      .enum(clockFaults)
      .describe(
        'behindReports: behind stored readings. behindBuild: behind the build date. ahead: 30 days ahead of the last run. jump: changed while running.',
      ),
    noticedAt: ms.describe('By the server clock, like all times here.'),
    ...implausibleTimes,
    isGuessed: z.boolean().describe('True: the portal was off in between, so the offset is an estimate.'),
    isOver: z.boolean().describe('False while the clock is still incorrect.'),
    referenceAt: ms.nullable().describe('What it was compared with.'),
    earlier: z
      .object(implausibleTimes)
      .nullable()
      .describe('The previous run, which may be the incorrect one if it was later than this one.'),
  })
  .meta({ id: 'ClockNote' });

export const health = z.object({
  version: z.string().describe('Of the running program.'),
  concerns: z
    .array(z.enum(concerns))
    .describe(
      'Issues that need attention: a server clock that is or was incorrect, totals that did not match, a disk that will be full, a failed backup or a missing check, days that wait too long.',
    ),
  clock: z
    .array(clockNote)
    .describe('Times at which the server clock was found to be incorrect, unless marked as correct.'),
  check: z
    .object({ startedAt: ms, finishedAt: ms, plants: count, sums: count, mismatches: count })
    .nullable()
    .describe('The last completed nightly check; null if there was none in 90 days.'),
  mismatchCounts: z.record(z.enum(mendingStates), count).describe('Of the last 90 days.'),
  /** The newest, what is not mended first. */
  mismatches: z.array(mismatch).max(MISMATCHES_SHOWN),
  dirtyDays: z
    .object({ count, oldestDay: localDay.nullable(), markedAt: ms.nullable() })
    .describe('Plant-days waiting for recalculation, and since when the oldest one has been waiting.'),
  backup: z
    .object({
      last: z
        .object({ takenAt: ms, bytes: count, rows: count })
        .nullable()
        .describe('The latest daily backup; null before the first.'),
      trouble: z
        .object({ at: ms, reason: z.string() })
        .nullable()
        .describe('Reason why the latest attempt failed; null if it succeeded.'),
    })
    .nullable()
    .describe('Null if daily backups are off.'),
  disk: z
    .object({
      at: ms,
      freeBytes: count.nullable().describe('Free space for the embedded database; null for an external one.'),
      growthPerMonth: z
        .number()
        .int()
        .nullable()
        .describe(
          'Growth of the database in bytes over 30 days, from recorded sizes; null before the third day.',
        ),
      daysLeft: count.nullable().describe('Days until the disk is full at this rate; null if unknown.'),
    })
    .nullable()
    .describe('Null before the first measurement.'),
  upstream: z
    .object({
      host: z.string(),
      queued: count.describe('Frames waiting to be forwarded.'),
      oldestAt: ms.nullable().describe('Arrival of the oldest of them.'),
      sent: count.describe('Frames accepted since forwarding was first set up.'),
      dropped: count.describe('Frames not forwarded: of a past day, over the limit, or not accepted.'),
      sentAt: ms.nullable(),
      failure: z
        .object({
          since: ms,
          reason: z
            .enum(upstreamFailures)
            .describe(
              'self: resolves to this portal. private: address of a private network. name: cannot be resolved. status: rejected with an HTTP status.',
            ),
          status: z.number().int().nullable(),
        })
        .nullable()
        .describe('The latest failure; null while frames are accepted.'),
    })
    .nullable()
    .describe('Forwarding of device frames to the server in UPSTREAM; null if it is off.'),
  store: z
    .object({
      databaseBytes: count,
      reportsYesterday: count.describe('Of all plants, each in its own calendar.'),
      reportsToday: count.describe('As far as they have been rolled up.'),
      packed: z.object({
        bytes: count.describe('Of the blocks of completed days.'),
        isDone: z
          .boolean()
          .nullable()
          .describe(
            'False while there are days old enough that have not been compressed; null before the first run.',
          ),
        at: ms.nullable().describe('End of the last run.'),
      }),
      retention: z
        .object({
          years: z
            .number()
            .int()
            .nullable()
            .describe('Retention period of detailed readings; null: forever.'),
          detailFrom: localDay
            .nullable()
            .describe('First day with all detailed readings; null: none have been deleted.'),
        })
        .describe('Hourly, daily, monthly and yearly totals are always kept.'),
      plants: z
        .array(z.object({ sid: z.string(), siteName: z.string(), reports: count, bytes: count }))
        .describe('The largest plants, as measured in recent nights.'),
      partitions: z.array(
        z.object({
          name: z.string(),
          holds: z.enum(['report', 'raw_frame']),
          from: localDay.describe('UTC, inclusive.'),
          bytes: count,
          rows: count.nullable().describe('Estimated by PostgreSQL; null if not analyzed yet.'),
        }),
      ),
    })
    .nullable()
    .describe('Only on request.'),
});
