// What a fleet reports in a day, as arrivals for the pipeline: the simulator's inverters under skies that neighbours share.
import type { DemoPlant } from '@helioport/demo/world';
import type { SingleArrival } from '@helioport/server/ingest/decode';
import { frameOf } from '@helioport/simulator/frames';
import { inverterDay } from '@helioport/simulator/plant';
import { type PlantDay, plantDay } from '@helioport/simulator/plantDay';

const SEED = 'fleet';

/** An inverter's frame with the time at which it was made. */
export type FleetArrival = Extract<SingleArrival, { kind: 'frame' }> & { atMs: number };

/** The sun over plants on days, each sky once. Those of past days are forgotten as soon as another day is asked for. */
export function createPlantDays(): (plant: DemoPlant, day: string) => PlantDay {
  let known = new Map<string, PlantDay>();
  let ofDay = '';
  return (plant, day) => {
    if (day !== ofDay) known = new Map();
    ofDay = day;
    const { latitude, longitude, arrays } = plant;
    const sky = `${latitude} ${longitude} ${arrays.map(({ key }) => key).join(' ')}`;
    const light = known.get(sky) ?? plantDay({ ...plant, sid: sky, faults: [] }, day, SEED);
    known.set(sky, light);
    return { ...light, plant };
  };
}

/**
 * The reports of a plant on its local day `YYYY-MM-DD` before an instant, each inverter's in order of time.
 * `everyMinutes`: how far apart they are at least.
 */
export function fleetDay(light: PlantDay, untilMs: number, everyMinutes = 0): FleetArrival[] {
  const apartMs = everyMinutes * 60_000;
  return light.plant.inverters.flatMap((inverter) => {
    let lastMs = Number.NEGATIVE_INFINITY;
    return inverterDay(light, inverter).flatMap((report): FleetArrival[] => {
      const { atMs } = report;
      if (atMs >= untilMs || atMs - lastMs < apartMs) return [];
      lastMs = atMs;
      return [{ kind: 'frame', bytes: frameOf(report), atMs }];
    });
  });
}
