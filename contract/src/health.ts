// What the house knows of itself, for those who run it: whether the stored sums add up, what waits to be recomputed,
// and how large the store is.
import { clockFaults } from '@helioport/domain/machineClock';
import { mendingStates, sumKinds } from '@helioport/domain/sums';
import { z } from 'zod';

const ms = z.number().int().describe('Milliseconds since 1970.');
const count = z.number().int().nonnegative();
const localDay = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

/** What asks for the attention of those who run the house; the gravest first. */
export const concerns = ['clock', 'sums', 'disk', 'broker', 'backup', 'check', 'rollUp'] as const;
export type Concern = (typeof concerns)[number];

/** A check of all plants takes a run each night; one that was missed may be made up for on the next day. */
export const CHECK_DUE_AFTER_MS = 50 * 3_600_000;
/** A backup is taken each night; one that was missed is tried again every few minutes. */
export const BACKUP_DUE_AFTER_MS = 50 * 3_600_000;
/** A broker elsewhere is told of when it cannot be reached for so long. */
export const BROKER_AWAY_MS = 60_000;
/** Fewer days until the disk is full are said in time to do something. */
export const DISK_DAYS_LEFT = 30;
/** A history that is brought in may keep days waiting for some time; beyond this something is wrong. */
export const ROLL_UP_DUE_AFTER_MS = 2 * 3_600_000;
/** Single reports are kept for at least a year, as long as charts of a year ask for them. */
export const LEAST_YEARS_KEPT = 1;
export const MOST_YEARS_KEPT = 100;
/** Sums that one answer tells of at most; the newest. */
export const MISMATCHES_SHOWN = 200;

const mismatch = z
  .object({
    sid: z.string(),
    siteName: z.string(),
    kind: z.enum(sumKinds).describe('Which sum.'),
    day: localDay.describe("Day of the plant's calendar, YYYY-MM-DD; of a month its first day with data."),
    foundAt: ms,
    stored: z.number().nullable().describe('Wh.'),
    summed: z.number().nullable(),
    state: z
      .enum(mendingStates)
      .describe(
        'waiting: to be recomputed. recomputed: done since. mended: a later check found nothing wrong.',
      ),
  })
  .meta({ id: 'SumMismatch' });

const timeInDoubt = {
  from: ms,
  to: ms,
  offsetMs: z
    .number()
    .int()
    .nullable()
    .describe('What has to be added to times in between; null while nobody can say.'),
  command: z
    .string()
    .nullable()
    .describe('What moves the reports of that time to where they belong; null while nobody can say.'),
};

const clockNote = z
  .object({
    id: count,
    kind: z
      .enum(clockFaults)
      .describe(
        'behindReports: behind what is stored. behindBuild: behind the program. ahead: by 30 days of the last run. jump: set while running.',
      ),
    noticedAt: ms.describe('By the clock of the machine, as everything here.'),
    ...timeInDoubt,
    isGuessed: z.boolean().describe('True: the portal was off in between, so the offset is a guess.'),
    isOver: z.boolean().describe('False while the clock still is so.'),
    referenceAt: ms.nullable().describe('What it was compared with.'),
    earlier: z
      .object(timeInDoubt)
      .nullable()
      .describe('The run before, which may be the wrong one instead, where it was after this one.'),
  })
  .meta({ id: 'ClockNote' });

export const health = z.object({
  version: z.string().describe('Of the running program.'),
  concerns: z
    .array(z.enum(concerns))
    .describe(
      'What asks for attention: a clock of the machine that is or was wrong, sums that did not add up, a disk that fills, a backup or a check that was not made, days that wait too long.',
    ),
  clock: z
    .array(clockNote)
    .describe('When the clock of the machine was seen to be wrong, as far as nobody has settled it.'),
  check: z
    .object({ startedAt: ms, finishedAt: ms, plants: count, sums: count, mismatches: count })
    .nullable()
    .describe('The last nightly check that came to its end; null where none did in 90 days.'),
  mismatchCounts: z.record(z.enum(mendingStates), count).describe('Of the last 90 days.'),
  /** The newest, what is not mended first. */
  mismatches: z.array(mismatch).max(MISMATCHES_SHOWN),
  dirtyDays: z
    .object({ count, oldestDay: localDay.nullable(), markedAt: ms.nullable() })
    .describe('Days of plants that wait to be recomputed, and since when the one that waits longest does.'),
  backup: z
    .object({
      last: z
        .object({ takenAt: ms, bytes: count, rows: count })
        .nullable()
        .describe('The newest daily backup; null before the first.'),
      trouble: z
        .object({ at: ms, reason: z.string() })
        .nullable()
        .describe('Why the newest attempt failed; null where it did not.'),
    })
    .nullable()
    .describe('Null where no daily backups are taken.'),
  disk: z
    .object({
      at: ms,
      freeBytes: count.nullable().describe('On the disk of the embedded database; null for one elsewhere.'),
      growthPerMonth: z
        .number()
        .int()
        .nullable()
        .describe(
          'Bytes by which the database grew in 30 days, from what was noted; null before the third day.',
        ),
      daysLeft: count
        .nullable()
        .describe('Until the disk is full at this pace; null where that cannot be said.'),
    })
    .nullable()
    .describe('Null before it was first measured.'),
  store: z
    .object({
      databaseBytes: count,
      reportsYesterday: count.describe('Of all plants, each by its own calendar.'),
      reportsToday: count.describe('As far as they are in a roll-up.'),
      packed: z.object({
        bytes: count.describe('Of the blocks of days that are over.'),
        isDone: z
          .boolean()
          .nullable()
          .describe('False while days are old enough and not packed; null before the first run.'),
        at: ms.nullable().describe('End of the last run.'),
      }),
      retention: z
        .object({
          years: z.number().int().nullable().describe('How long single reports are kept; null: for ever.'),
          detailFrom: localDay
            .nullable()
            .describe('First day of which all single reports are still there; null: none were removed.'),
        })
        .describe('Sums of hours, days, months and years stay in any case.'),
      plants: z
        .array(z.object({ sid: z.string(), siteName: z.string(), reports: count, bytes: count }))
        .describe('Those with the most, as measured in the last nights.'),
      partitions: z.array(
        z.object({
          name: z.string(),
          holds: z.enum(['report', 'raw_frame']),
          from: localDay.describe('UTC, included.'),
          bytes: count,
          rows: count.nullable().describe('As PostgreSQL estimates; null where it has not looked yet.'),
        }),
      ),
    })
    .nullable()
    .describe('Only where it was asked for.'),
});
