// What the saving calls of a layout share: the plant that may be changed, the page and its version, and the save.
import type { ParsedOf } from '@helioport/contract/endpoint';
import { type layout, PLACES_MAX, ZONES_MAX } from '@helioport/contract/layout';
import { sql } from 'kysely';
import type { Me } from '../../../access/me.ts';
import type { Visible } from '../../../access/visible.ts';
import type { Columns } from '../../../platform/databaseTypes.ts';
import type { Tx } from '../../../platform/db.ts';
import { fail } from '../../../platform/failure.ts';
import { siteToChange } from '../../../queries/siteToChange.ts';
import { arraysOf, upsertArrays } from '../../../repositories/arrays.ts';
import { writeAudits } from '../../../repositories/audit.ts';
import { type Change, changePage, lockPage, type PageFields } from '../../../repositories/modulePages.ts';
import {
  addPlaces,
  changePlaces,
  letWait,
  type PlaceRow,
  removePlaces,
  stopWaiting,
  unwire,
} from '../../../repositories/modules.ts';
import { reconsider } from '../../../timeseries/analytics/marks.ts';

type Batch = ParsedOf<typeof layout.modulesMoveBatch>;
type GivenPlace = Batch['add'][number];
type Saved = { isSaved: boolean; version: number; ids: number[]; zoneIds: number[] };

interface SaveCall {
  me: Me;
  visible: Visible;
  tx: Tx;
  now: number;
}

interface OpenPlant extends Change {
  sid: string;
  companyId: number | null;
  userId: number;
}

/** The plant of a call that changes its layout. */
export async function plantToDraw(call: SaveCall, sid: string): Promise<OpenPlant> {
  const { id: siteId, companyId } = await siteToChange(call, sid);
  return { siteId, companyId, sid, at: new Date(call.now), userId: call.me.userId };
}

/** Writes a save to the audit log, in numbers; the positions are in the layout. */
export const noteSave = (tx: Tx, plant: OpenPlant, detail: Record<string, unknown>): Promise<void> =>
  writeAudits(tx, [
    {
      at: plant.at,
      userId: plant.userId,
      action: 'site.layout',
      subject: plant.sid,
      siteId: plant.siteId,
      companyId: plant.companyId,
      detail,
    },
  ]);

/** What was written to a page. */
interface Written {
  ids?: number[];
  zoneIds?: number[];
  /** The page itself was removed. */
  isGone?: boolean;
  /** What of the page itself is to change. */
  fields?: Partial<PageFields>;
}

/** Runs `write` on a page if it was not saved since `version`, increments its version, and returns the result. */
export async function saveOnPage(
  call: SaveCall,
  input: { sid: string; pageId: number; version: number },
  write: (plant: OpenPlant) => Promise<Written>,
): Promise<Saved> {
  const plant = await plantToDraw(call, input.sid);
  const version = (await lockPage(call.tx, plant.siteId, input.pageId)) ?? fail('layoutPage.unknown');
  if (version !== input.version) return { isSaved: false, version, ids: [], zoneIds: [] };
  const { ids = [], zoneIds = [], isGone = false, fields } = await write(plant);
  await reconsider(call.tx, plant.siteId, call.now);
  const next = isGone ? version : await changePage(call.tx, plant, input.pageId, fields);
  return { isSaved: true, version: next, ids, zoneIds };
}

/** Saves positions and zones of a page in one call. */
export const savePlaces = (call: SaveCall, batch: Batch): Promise<Saved> =>
  saveOnPage(call, batch, async (plant) => {
    const { siteId } = plant;
    const { tx } = call;
    const { pageId: page, add, edit, remove } = batch;
    await demandPlaces(tx, siteId, batch);
    const zoneNow = await saveZones(tx, siteId, batch.zones);
    const zoneIds = [...zoneNow.values()];

    // All inputs of the changed places are free first: two modules may have changed places with one another.
    const freed = await unwire(tx, siteId, page, [...edit.map(({ id }) => id), ...remove]);
    await removePlaces(tx, siteId, page, remove);
    const wired = [...add, ...edit].filter(({ sn }) => sn !== '');
    const deviceIds = await devicesNamed(tx, siteId, wired);
    const inputs = wired.map(({ sn, addr }) => ({ deviceId: deviceIds.get(sn) ?? 0, addr }));
    await demandFree(tx, siteId, inputs);
    await stopWaiting(tx, siteId, inputs);

    const rowOf = (place: GivenPlace): PlaceRow => ({
      xM: place.xM,
      yM: place.yM,
      rotationDeg: place.rotationDeg,
      isLandscape: place.isLandscape,
      arrayId:
        place.planeId !== null && place.planeId < 0 ? (zoneNow.get(place.planeId) ?? null) : place.planeId,
      ratedW: place.ratedW ?? 0,
      deviceId: place.sn === '' ? null : (deviceIds.get(place.sn) ?? null),
      addr: place.sn === '' ? null : place.addr,
    });
    await changePlaces(
      tx,
      siteId,
      page,
      edit.map((place) => ({ ...rowOf(place), id: place.id })),
    );
    const ids = await addPlaces(tx, siteId, page, add.map(rowOf));
    await letWait(tx, siteId, freed);
    await noteSave(tx, plant, {
      page,
      added: add.length,
      changed: edit.length,
      deleted: remove.length,
      zones: batch.zones.length,
    });
    return { ids, zoneIds };
  });

/** Refuses places that are not on the page, places named twice, and a page that would be too full. */
async function demandPlaces(
  tx: Tx,
  siteId: number,
  { pageId: page, add, edit, remove }: Batch,
): Promise<void> {
  const named = [...edit.map(({ id }) => id), ...remove];
  if (new Set(named).size < named.length) fail('request.invalid', { field: 'edit' });
  const { rows } = await sql<{ count: number; known: number }>`
    select count(*)::int as count, count(*) filter (where id = any(${named}::bigint[]))::int as known
    from modules where site_id = ${siteId} and page_id = ${page}`.execute(tx);
  const { count = 0, known = 0 } = rows[0] ?? {};
  if (known < named.length) fail('layout.placeUnknown');
  if (count + add.length - remove.length > PLACES_MAX) fail('layout.tooMany');
}

/**
 * Saves zones: existing ones are updated, those with a negative number are new, and those deleted by another user stay
 * deleted. Returns the numbers of new ones by those of the call.
 */
async function saveZones(tx: Tx, siteId: number, zones: Batch['zones']): Promise<Map<number, number>> {
  const known = new Set((await arraysOf(tx, siteId)).map(({ id }) => id));
  // If a zone is repeated, the last entry applies.
  const named = [...new Map(zones.map((zone) => [zone.id, zone])).values()];
  const kept = named.filter(({ id }) => id < 0 || known.has(id));
  const { ids } = await upsertArrays(
    tx,
    siteId,
    kept.map(({ id, name, tiltDeg, azimuthDeg }) => ({ id: id < 0 ? null : id, name, tiltDeg, azimuthDeg })),
  );
  await demandZones(tx, siteId);
  return new Map(kept.flatMap(({ id }, i) => (id < 0 ? [[id, ids[i]!]] : [])));
}

async function demandZones(tx: Tx, siteId: number): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from arrays where site_id = ${siteId}`.execute(tx);
  if ((rows[0]?.count ?? 0) > ZONES_MAX) fail('layout.tooMany');
}

/** The devices of the plant by sn; one that is not there ends the call. */
async function devicesNamed(
  tx: Tx,
  siteId: number,
  wired: readonly { sn: string }[],
): Promise<Map<string, number>> {
  const sns = [...new Set(wired.map(({ sn }) => sn))];
  const { rows } = await sql<Columns<'devices', 'id' | 'sn'>>`
    select id, sn from devices where site_id = ${siteId} and sn = any(${sns}::text[]) and retired_at is null`.execute(
    tx,
  );
  const found = new Map(rows.map(({ id, sn }) => [sn, id]));
  const missing = sns.find((sn) => !found.has(sn));
  if (missing !== undefined) fail('device.snUnknown', { sn: missing });
  return found;
}

/** Rejects an input that is repeated or already placed elsewhere. */
async function demandFree(
  tx: Tx,
  siteId: number,
  inputs: readonly { deviceId: number; addr: number }[],
): Promise<void> {
  const seen = new Set<string>();
  for (const { deviceId, addr } of inputs) {
    const key = `${deviceId}_${addr}`;
    if (seen.has(key)) await refuseTaken(tx, deviceId, addr);
    seen.add(key);
  }
  const { rows } = await sql<{ deviceId: number; addr: number }>`
    select m.device_id as "deviceId", m.addr from modules m
    join unnest(${inputs.map((i) => i.deviceId)}::bigint[], ${inputs.map((i) => i.addr)}::smallint[]) as t(device, addr)
      on m.device_id = t.device and m.addr = t.addr
    where m.site_id = ${siteId} and m.page_id is not null limit 1`.execute(tx);
  const taken = rows[0];
  if (taken) await refuseTaken(tx, taken.deviceId, taken.addr);
}

async function refuseTaken(tx: Tx, deviceId: number, addr: number): Promise<never> {
  const { rows } = await sql<{ sn: string }>`select sn from devices where id = ${deviceId}`.execute(tx);
  return fail('layout.inputTaken', { sn: `${rows[0]?.sn ?? ''}_${addr}` });
}
