// Three plants that questions are asked about: 20 modules with five years behind them, 40, and 500 with some days.
import { DAY_MS } from '@helioport/domain/duration';
import { addDays, localDay } from '@helioport/domain/periods';
import type { Sizes } from './book.ts';
import { addFleetPlants, reportFleet } from './fleet/build.ts';
import { fleetPlants } from './fleet/plants.ts';
import type { BenchWorld } from './world.ts';

export interface Showcase {
  id: number;
  sid: string;
  timeZone: string;
  /** Its first inverter. */
  deviceId: number;
  sn: string;
}

export interface Showcases {
  small: Showcase;
  middle: Showcase;
  large: Showcase;
  /** The last whole day, which is still rows, and how many days back one lies that is packed. */
  rowDay: string;
  compressedDaysAgo: number;
}

/** Days that stay rows. */
const ROW_DAYS = 2;
/** Far back one report an hour is enough: what is asked for are sums. */
const EARLY_MINUTES = 60;

/** Writes them down and lets them report. */
export async function addShowcases(world: BenchWorld, sizes: Sizes): Promise<Showcases> {
  const untilMs = Date.now();
  const [small] = fleetPlants({ plants: 1, modules: 20 }, { tag: 2 });
  const [middle] = fleetPlants({ plants: 1, modules: 40 }, { tag: 3 });
  const [large] = fleetPlants({ plants: 1, modules: 500 }, { tag: 4 });
  const all = [small!, middle!, large!];
  await addFleetPlants(world, all);
  const early = { plants: [small!], packAfterDays: ROW_DAYS, everyMinutes: EARLY_MINUTES };
  // Nothing but sums is asked of what lies before the year.
  const yearMs = untilMs - sizes.yearDays * DAY_MS;
  await reportFleet(world, { ...early, days: sizes.historyDays - sizes.yearDays, untilMs: yearMs });
  await reportFleet(world, { plants: [small!], packAfterDays: ROW_DAYS, days: sizes.yearDays, untilMs });
  const rest = [middle!, large!];
  await reportFleet(world, { plants: rest, packAfterDays: ROW_DAYS, days: sizes.largeDays, untilMs });
  const [a, b, c] = await Promise.all(all.map(({ sid }) => showcaseOf(world, sid)));
  return {
    small: a!,
    middle: b!,
    large: c!,
    rowDay: addDays(localDay(untilMs, large!.timeZone), -1),
    compressedDaysAgo: Math.min(sizes.largeDays - 1, ROW_DAYS + 2),
  };
}

async function showcaseOf({ pool }: BenchWorld, sid: string): Promise<Showcase> {
  const { rows } = await pool.query<Showcase>(
    `select s.id, s.sid, s.timezone as "timeZone", d.id as "deviceId", d.sn
     from sites s join devices d on d.site_id = s.id where s.sid = $1 order by d.id limit 1`,
    [sid],
  );
  return rows[0]!;
}
