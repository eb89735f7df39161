// Imports plants from accounts of the vendor cloud, one after the other. Several processes may run it over one database.
// Each month is one transaction that also notes how far the import is, so that an interrupted one continues there.
import { HOUR_MS } from '@helioport/domain/duration';
import {
  addDays,
  addMonths,
  dayRange,
  daysOfMonth,
  lastDayOf,
  localDay,
  monthOf,
} from '@helioport/domain/periods';
import { inTransaction, type Tx } from '../platform/db.ts';
import { type PollingLoop, startPolling } from '../platform/pollingLoop.ts';
import {
  createPlant,
  devicesOfHistory,
  PlantRefused,
  zoneOfCloud,
} from '../queries/cloudImport/createPlant.ts';
import { differs, reconciled } from '../queries/cloudImport/monthSums.ts';
import { type Target, targetOf } from '../queries/cloudImport/target.ts';
import { CloudError, type CloudSession, type VendorCloud } from '../queries/cloudImport/vendorCloud.ts';
import { writeAudit } from '../repositories/audit.ts';
import {
  addImportPlants,
  awaitLogin,
  beginPlant,
  type DueImport,
  endImport,
  endPlant,
  holdImport,
  type ImportedPlant,
  nextPlant,
  noteMonth,
  offerChoice,
  plantsToRead,
  putBackImport,
  setMonths,
  takeImport,
} from '../repositories/cloudImports.ts';
import { announceRights } from '../repositories/rights.ts';
import { type ImportedDay, putImportedDays } from '../timeseries/rollup/importedDays.ts';
import { holdRollUps } from '../timeseries/rollup/rollup.ts';
import type { JobParts } from './jobParts.ts';

export interface CloudImportParts extends Pick<JobParts, 'db' | 'clock' | 'log'> {
  cloud: VendorCloud;
}

const INTERVAL_MS = 2_000;
const MOST_FAILURES = 8;
const FIRST_PAUSE_MS = 60_000;
const MOST_PAUSE_MS = HOUR_MS;
/** Key of the imported days. */
const SOURCE = 'vendorCloud';
/** No plant of the vendor is older. */
const FIRST_MONTH = '2008-01';

/** Starts the imports requested by users. */
export const startCloudImports = (parts: CloudImportParts): PollingLoop =>
  startPolling(
    (isStopping) => importFromCloud(parts, isStopping),
    INTERVAL_MS,
    (error) => parts.log.warn({ err: error }, 'cloud imports not continued'),
  );

/** Works on all imports that are due; returns how many. */
export async function importFromCloud(parts: CloudImportParts, isStopping: () => boolean): Promise<number> {
  const { db, clock, cloud } = parts;
  for (let count = 0; ; count++) {
    const due = isStopping() ? undefined : await takeImport(db, clock());
    if (!due) return count;
    const session = cloud.session(due.session);
    try {
      const isOver =
        due.state === 'reading'
          ? await readAccount(parts, due, session, isStopping)
          : await importPlants(parts, due, session, isStopping);
      if (!isOver) await putBackImport(db, due, { dueAt: clock() });
    } catch (error) {
      await noteFailure(parts, due, error);
    }
  }
}

/** A session that has ended needs a new login; everything else is tried again, and for some hours. */
async function noteFailure(
  { db, clock, log }: CloudImportParts,
  due: DueImport,
  error: unknown,
): Promise<void> {
  if (error instanceof CloudError && error.reason === 'login') return await awaitLogin(db, due, 'expired');
  const reason = error instanceof CloudError ? error.reason : 'away';
  const detail = error instanceof CloudError ? error.detail : '';
  log.warn({ err: error, import: due.id }, 'cloud import interrupted');
  const failures = due.failures + 1;
  if (failures >= MOST_FAILURES) return await awaitLogin(db, due, reason, detail);
  const dueAt = clock() + Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), MOST_PAUSE_MS);
  await putBackImport(db, due, { dueAt, failures, reason, detail });
}

/** Runs in a transaction while the import is active; false once it was canceled. */
const whileHeld = (
  { db, clock }: CloudImportParts,
  due: DueImport,
  work: (tx: Tx, now: number) => Promise<void>,
): Promise<boolean> =>
  inTransaction(db, 'write', async (tx) => {
    const now = clock();
    if (!(await holdImport(tx, due, now))) return false;
    await work(tx, now);
    due.failures = 0;
    return true;
  });

/** Reads the plants of the account and their months. True if nothing is left. */
async function readAccount(
  parts: CloudImportParts,
  due: DueImport,
  session: CloudSession,
  isStopping: () => boolean,
): Promise<boolean> {
  if ((await plantsToRead(parts.db, due.id)) === null) {
    const sites = await session.sites();
    if (!(await whileHeld(parts, due, (tx) => addImportPlants(tx, due.id, sites)))) return true;
  }
  for (const { number, cloudSid } of (await plantsToRead(parts.db, due.id)) ?? []) {
    if (isStopping()) return false;
    const months = await session.months(cloudSid).catch((error: unknown) => {
      // One plant that cannot be read must not hide the others.
      if (error instanceof CloudError && (error.reason === 'invalid' || error.reason === 'refused'))
        return {};
      throw error;
    });
    if (!(await whileHeld(parts, due, (tx) => setMonths(tx, due.id, number, months)))) return true;
  }
  await whileHeld(parts, due, (tx) => offerChoice(tx, due.id));
  return true;
}

/** Imports the selected plants. True if nothing is left. */
async function importPlants(
  parts: CloudImportParts,
  due: DueImport,
  session: CloudSession,
  isStopping: () => boolean,
): Promise<boolean> {
  for (let plant = await nextPlant(parts.db, due.id); plant; plant = await nextPlant(parts.db, due.id)) {
    if (isStopping()) return false;
    const { number } = plant;
    try {
      const isHeld =
        plant.nextMonth === null
          ? await begin(parts, due, session, plant)
          : await importMonth(parts, due, session, { ...plant, nextMonth: plant.nextMonth });
      if (!isHeld) return true;
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === undefined) throw error;
      await whileHeld(parts, due, (tx) => endPlant(tx, due.id, number, { state: 'failed', ...refusal }));
    }
  }
  await whileHeld(parts, due, async (tx, now) => {
    await endImport(tx, due.id, { state: 'done', now });
    await writeAudit(tx, due, now, {
      subjectUserId: due.userId,
      action: 'cloudImport.done',
      subject: String(due.id),
    });
  });
  // If this fails, the session expires.
  await session.logOut().catch(() => undefined);
  return true;
}

/** Why a plant is left out; undefined for what ends the attempt for all. */
function refusalOf(error: unknown): { reason: string; detail: string } | undefined {
  if (error instanceof PlantRefused) return { reason: error.reason, detail: error.detail };
  if (error instanceof CloudError && (error.reason === 'invalid' || error.reason === 'refused'))
    return { reason: error.reason, detail: error.detail };
  return undefined;
}

async function begin(
  parts: CloudImportParts,
  due: DueImport,
  session: CloudSession,
  plant: ImportedPlant,
): Promise<boolean> {
  const { number, cloudSid, name, serials, months, targetId } = plant;
  const known = Object.keys(months)
    .filter((month) => month >= FIRST_MONTH)
    .sort();
  const first = known[0];
  const start = async (tx: Tx, target: Target, isCreated: boolean, now: number) => {
    const yesterday = addDays(localDay(now, target.timezone), -1);
    const what = { targetId: target.id, isCreated, nextMonth: first ?? '', daysTotal: 0 };
    await beginPlant(tx, due.id, number, what);
    if (first === undefined || `${first}-01` > yesterday)
      return await endPlant(tx, due.id, number, { state: 'done', reason: 'noData' });
    await beginPlant(tx, due.id, number, { ...what, daysTotal: dayRange(`${first}-01`, yesterday).length });
  };
  if (targetId !== null)
    return await whileHeld(parts, due, async (tx, now) => {
      const target = await targetOf(tx, due.userId, targetId, now);
      if (target) await start(tx, target, false, now);
      else await endPlant(tx, due.id, number, { state: 'failed', reason: 'gone' });
    });
  // First, since it is the one call whose failure is ignored.
  const layout = await session.layout(cloudSid);
  const detail = await session.detail(cloudSid);
  const timezone = zoneOfCloud(detail);
  if (timezone === null) throw new PlantRefused('timezone');
  const devices = await session.devices(cloudSid);
  return await whileHeld(parts, due, async (tx, now) => {
    const { siteId } = await createPlant(
      tx,
      { due, now },
      { name, detail, timezone, devices, layout, serials },
    );
    await start(tx, { id: siteId, timezone }, true, now);
    await announceRights(tx, { rows: [due.userId] });
  });
}

async function importMonth(
  parts: CloudImportParts,
  due: DueImport,
  session: CloudSession,
  plant: ImportedPlant & { nextMonth: string },
): Promise<boolean> {
  const { number, cloudSid, targetId, nextMonth: month, months } = plant;
  const days = await session.days(cloudSid, month);
  return await whileHeld(parts, due, async (tx, now) => {
    const target = targetId === null ? undefined : await targetOf(tx, due.userId, targetId, now);
    if (!target) return await endPlant(tx, due.id, number, { state: 'failed', reason: 'gone' });
    // Today is not over, and the devices may report here from today on.
    const yesterday = addDays(localDay(now, target.timezone), -1);
    const last = lastDayOf(month) < yesterday ? lastDayOf(month) : yesterday;
    await holdRollUps(tx, target.id);
    const named = [...days].filter(([, own]) => [...own.keys()].some((day) => day <= last));
    const { ids } = await devicesOfHistory(
      tx,
      target.id,
      named.map(([sn]) => sn),
      { importId: due.id, now },
    );
    const isWhole = monthOf(yesterday) !== month;
    const read = named.flatMap(([sn, own]) => {
      const deviceId = ids.get(sn);
      return deviceId === undefined
        ? []
        : [...own].flatMap(([day, kwh]): ImportedDay[] =>
            day <= last ? [{ deviceId, day, energyWh: kwh * 1000 }] : [],
          );
    });
    const imported = isWhole ? reconciled(read, months[month] ?? 0) : read;
    await putImportedDays(tx, { siteId: target.id, source: SOURCE, days: imported, now });
    const next = addMonths(month, 1);
    await noteMonth(tx, due.id, number, {
      nextMonth: `${next}-01` > yesterday ? null : next,
      days: daysOfMonth(month).filter((day) => day <= last).length,
      energyWh: imported.reduce((sum, { energyWh }) => sum + energyWh, 0),
      differing: isWhole && differs(imported, months[month] ?? 0, month) ? month : null,
    });
  });
}
