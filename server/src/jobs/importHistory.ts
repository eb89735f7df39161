// Stores the readings of imported files, one import after the other. Several processes may run it over one database; it
// continues where one has ended. It is no entry of the scheduler, because users wait for it and it takes longer than what
// the scheduler does every minute.
import { DAY_MS } from '@helioport/domain/duration';
import type { HistoryRole } from '@helioport/domain/historyImports';
import { localDay } from '@helioport/domain/periods';
import type { HistoryReading } from '@helioport/protocol/history/convert';
import { inTransaction } from '../platform/db.ts';
import { BusinessFailure } from '../platform/failure.ts';
import { type PollingLoop, startPolling } from '../platform/pollingLoop.ts';
import { type ImportPlan, serialOfRole } from '../queries/imports/plan.ts';
import {
  convertTable,
  importedKinds,
  kindCodeOf,
  mappingOf,
  readImport,
} from '../queries/imports/readFile.ts';
import {
  type DueImport,
  devicesOfImport,
  endRolled,
  holdImport,
  noteRolling,
  noteStored,
  putBackImport,
  takeImport,
} from '../repositories/historyImports.ts';
import {
  finishArchived,
  ReadingInvalid,
  rowOfReading,
  storeArchived,
} from '../timeseries/archive/readings.ts';
import { markDays } from '../timeseries/marks/dirty.ts';
import { over } from '../timeseries/queryable.ts';
import { holdRollUps } from '../timeseries/rollup/rollup.ts';
import type { JobParts } from './jobParts.ts';

export interface ImportParts extends Pick<JobParts, 'db' | 'clock' | 'log'> {
  /** Days stored in one transaction. */
  daysAtOnce?: number;
}

const INTERVAL_MS = 1_000;
const DAYS_AT_ONCE = 30;

/** Starts storing uploaded imports. */
export const startImports = (parts: ImportParts): PollingLoop =>
  startPolling(
    (isStopping) => importHistory(parts, isStopping),
    INTERVAL_MS,
    (error) => parts.log.warn({ err: error }, 'history imports not stored'),
  );

/** Stores all imports that wait; returns how many. */
export async function importHistory(parts: ImportParts, isStopping: () => boolean): Promise<number> {
  const { db, clock, log } = parts;
  await endRolled(db, clock());
  for (let count = 0; ; count++) {
    const due = isStopping() ? undefined : await takeImport(db, clock());
    if (!due) return count;
    try {
      const isWhole = await store(parts, due, isStopping);
      if (!isWhole && isStopping())
        await putBackImport(db, due, { isGivenUp: false, isStopping: true, now: clock() });
    } catch (error) {
      log.warn({ err: error, import: due.id, site: due.siteId }, 'history import not stored');
      const isGivenUp = error instanceof BusinessFailure || error instanceof ReadingInvalid;
      await putBackImport(db, due, { isGivenUp, isStopping: false, now: clock() });
    }
  }
}

/** Stores an import from where it was left; false when it was undone or the process stops. */
async function store(
  { db, clock, daysAtOnce = DAYS_AT_ONCE }: ImportParts,
  due: DueImport,
  isStopping: () => boolean,
): Promise<boolean> {
  const plan = due.plan as ImportPlan;
  const { timeZone } = plan;
  const table = await readImport(due.content);
  const skip = new Map(Object.entries(plan.skip).map(([role, days]) => [role, new Set(days)]));
  const { devices } = await convertTable(table.rows, mappingOf(table, plan.choices), {
    timeZone,
    nowMs: due.createdAtMs,
    isTaken: (role, day) => skip.get(role)?.has(day) ?? false,
  });
  const all = devices.flatMap(({ role, readings }) => readings.map((reading) => ({ role, reading })));
  all.sort((a, b) => a.reading.atMs - b.reading.atMs);
  let at = all.findIndex(({ reading }) => reading.atMs > (due.storedUntilMs ?? Number.NEGATIVE_INFINITY));
  while (at >= 0 && at < all.length) {
    if (isStopping()) return false;
    const toMs = (Math.floor(all[at]!.reading.atMs / DAY_MS) + daysAtOnce) * DAY_MS;
    let end = at;
    while (end < all.length && all[end]!.reading.atMs < toMs) end++;
    const part = all.slice(at, end);
    const isHeld = await inTransaction(db, 'write', async (tx) => {
      await holdRollUps(tx, due.siteId);
      if (!(await holdImport(tx, due))) return false;
      const own = new Map((await devicesOfImport(tx, due)).map(({ id, serial }) => [serial, id]));
      for (const { role } of devices) {
        const deviceId = own.get(serialOfRole(due.serial, role));
        // A device that a user has removed from the plant stays away.
        if (deviceId === undefined) continue;
        const rows = part.flatMap((one) =>
          one.role === role ? [rowOfReading(lineOf(role, one.reading), deviceId)] : [],
        );
        if (rows.length > 0) await storeArchived(tx, { siteId: due.siteId, deviceId }, rows);
      }
      const days = [...new Set(part.map(({ reading }) => localDay(reading.atMs, timeZone)))];
      await noteStored(tx, due, { untilMs: part.at(-1)!.reading.atMs, readings: end, now: clock() });
      await markDays(
        over(tx),
        days.map((day) => ({ siteId: due.siteId, day })),
        clock(),
      );
      return true;
    });
    if (!isHeld) return false;
    at = end;
  }
  return await inTransaction(db, 'write', async (tx) => {
    await holdRollUps(tx, due.siteId);
    if (!(await holdImport(tx, due))) return false;
    const own = new Map((await devicesOfImport(tx, due)).map(({ id, serial }) => [serial, id]));
    await finishArchived(tx, {
      siteId: due.siteId,
      timeZone,
      now: clock(),
      devices: devices.flatMap(({ role }) => {
        const id = own.get(serialOfRole(due.serial, role));
        return id === undefined ? [] : [{ id, kind: kindCodeOf(role) }];
      }),
    });
    await noteRolling(tx, due);
    return true;
  });
}

const fields = {
  pv: { power: 'power', out: 'energyTotal' },
  grid: { power: 'gridPower', into: 'energyImported', out: 'energyExported' },
  battery: { power: 'batteryPower', into: 'energyCharged', out: 'energyDischarged' },
} as const satisfies Record<HistoryRole, { power: string; into?: string; out: string }>;

/** A reading in the form of an archive. */
function lineOf(role: HistoryRole, { atMs, powerW, energyInWh, energyOutWh }: HistoryReading) {
  const names: { power: string; into?: string; out: string } = fields[role];
  return {
    at: new Date(atMs).toISOString(),
    kind: importedKinds[role],
    status: 0,
    hasOwnTime: true,
    device: {
      ...(powerW === undefined ? {} : { [names.power]: powerW }),
      ...(energyInWh === undefined || names.into === undefined ? {} : { [names.into]: energyInWh }),
      ...(energyOutWh === undefined ? {} : { [names.out]: energyOutWh }),
    },
  };
}
