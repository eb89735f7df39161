// The module layout of a plant of the vendor cloud: arrays, pages and positions. Background images are not imported.
import { MODULE_SIDE_M, PLACES_MAX } from '@helioport/contract/layout';
import type { Tx } from '../../platform/db.ts';
import { setArrays, upsertArrays } from '../../repositories/arrays.ts';
import { addPage } from '../../repositories/modulePages.ts';
import { addModules, addPlaces, type NewModule, type PlaceRow } from '../../repositories/modules.ts';
import type { CloudDetail, CloudLayout } from './vendorCloud.ts';

interface Found {
  layout: CloudLayout | null;
  arrays: NonNullable<CloudDetail['planes']>;
  /** Devices of the plant by serial number. */
  ids: ReadonlyMap<string, number>;
  /** Inputs of the devices, with their ratings. */
  inputs: readonly NewModule[];
}

interface Plant {
  siteId: number;
  userId: number;
  now: number;
}

const keyOf = (deviceId: number, addr: number): string => `${deviceId}/${addr}`;
const side = (metres: number): number => Math.min(Math.max(metres, MODULE_SIDE_M.least), MODULE_SIDE_M.most);

/** Creates arrays and modules; inputs without a position in the layout wait for one. */
export async function createLayout(tx: Tx, plant: Plant, found: Found): Promise<void> {
  const { layout, arrays, ids, inputs } = found;
  if (layout === null) {
    await addModules(tx, plant.siteId, inputs);
    // After the modules: a single array takes all of them.
    await setArrays(tx, plant.siteId, arrays.map(entryOf));
    return;
  }
  const zones = await createZones(tx, plant.siteId, layout.zones, arrays);
  const waiting = new Map(inputs.map((input) => [keyOf(input.deviceId, input.addr), input]));
  for (const page of [...layout.pages].sort((a, b) => a.position - b.position)) {
    const places = layout.list
      .filter((place) => place.page === page.id)
      .slice(0, PLACES_MAX)
      .map((place): PlaceRow => {
        const input = waiting.get(keyOf(ids.get(place.sn) ?? 0, place.addr));
        // An input has one position.
        if (input) waiting.delete(keyOf(input.deviceId, input.addr));
        return {
          xM: place.xM,
          yM: place.yM,
          rotationDeg: place.rotationDeg,
          isLandscape: place.isLandscape,
          arrayId: place.planeId === null ? null : (zones.get(place.planeId) ?? null),
          ratedW: place.ratedW ?? input?.ratedW ?? 0,
          deviceId: input?.deviceId ?? null,
          addr: input?.addr ?? null,
        };
      });
    const { siteId, userId, now } = plant;
    const number = await addPage(
      tx,
      { siteId, userId, at: new Date(now) },
      {
        name: page.name || '1',
        moduleWidthM: side(page.moduleWidthM),
        moduleHeightM: side(page.moduleHeightM),
      },
    );
    await addPlaces(tx, siteId, number, places);
  }
  await addModules(tx, plant.siteId, [...waiting.values()]);
}

type CloudArray = Found['arrays'][number];

const entryOf = ({ name, tilt, azimuth, powerRating }: CloudArray) => ({
  id: null,
  name,
  tiltDeg: tilt,
  azimuthDeg: azimuth,
  ratedW: Math.max(0, powerRating ?? 0),
});

/** Creates the arrays of a layout; returns their numbers by those of the cloud. */
async function createZones(
  tx: Tx,
  siteId: number,
  zones: CloudLayout['zones'],
  arrays: readonly CloudArray[],
): Promise<Map<number, number>> {
  const { ids } = await upsertArrays(
    tx,
    siteId,
    zones.map((zone) => ({
      id: null,
      name: zone.name,
      tiltDeg: zone.tiltDeg,
      azimuthDeg: zone.azimuthDeg,
      ratedW: Math.max(0, arrays.find(({ id }) => id === zone.id)?.powerRating ?? 0),
    })),
  );
  return new Map(zones.map(({ id }, i) => [id, ids[i]!]));
}
