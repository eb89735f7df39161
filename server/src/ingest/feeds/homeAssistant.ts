// Publishes plants to Home Assistant: to each client that logged in with a token of this kind, its plant alone.
import { stateRule } from '@helioport/domain/state';
import { discoveryOf, type PlantValues, unavailable } from '@helioport/protocol/homeassistant/discovery';
import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Columns } from '../../platform/databaseTypes.ts';
import type { Db } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import { createThrottledLog } from '../../platform/throttledLog.ts';
import { type Feed, noteFeed } from '../../repositories/feeds.ts';
import { type Newest, newestOf } from '../../timeseries/current/newest.ts';
import type { LiveFeed } from '../../timeseries/ingestion/live.ts';
import { type Totals, totals } from '../../timeseries/query/energies.ts';

/** A plant is published at most once in the first time, and without new readings after the second, ms. */
const EVERY_MS = 10_000;
const RENEW_MS = 300_000;
const TICK_MS = 1_000;
/** The feed is noted this often. */
const NOTE_EVERY_MS = 60_000;

export type Deliver = (feedId: number, topic: string, payload: string) => void;

export interface HomeAssistant {
  enter(feed: Feed): void;
  leave(feedId: number): void;
  /** What was published last, by topic. */
  kept(feedId: number): ReadonlyMap<string, string>;
  close(): Promise<void>;
}

interface Published {
  feed: Feed;
  connections: number;
  messages: ReadonlyMap<string, string>;
  isDue: boolean;
  isBusy: boolean;
  doneTick: number;
  notedTick: number;
}

interface Parts {
  db: Db;
  clock: Clock;
  log: Log;
  live: Pick<LiveFeed, 'subscribe'>;
  publicUrl: string;
  deliver: Deliver;
  everyMs?: number;
}

export function createHomeAssistant(parts: Parts): HomeAssistant {
  const { db, clock, log, live, publicUrl, deliver, everyMs = EVERY_MS } = parts;
  const feeds = new Map<number, Published>();
  const throttledLog = createThrottledLog(log);

  const publish = async (one: Published) => {
    const { id, siteId } = one.feed;
    const now = clock();
    const { rows } = await sql<Columns<'sites', 'sid' | 'name'> & { timeZone: string }>`
      select sid, name, timezone as "timeZone" from sites where id = ${siteId}`.execute(db);
    const plant = rows[0];
    if (!plant) return;
    const energies = await totals(db, { siteId, timeZone: plant.timeZone }, now);
    const values = valuesOf(await newestOf(db, [siteId]), energies, now);
    const url = `${publicUrl}/pvPlant/detail?id=${encodeURIComponent(plant.sid)}`;
    const messages = discoveryOf({ sid: plant.sid, name: plant.name, url }, values);
    if (!feeds.has(id)) return;
    const before = one.messages;
    one.messages = messages;
    for (const [topic, payload] of messages)
      if (topic.endsWith('/state') || before.get(topic) !== payload) deliver(id, topic, payload);
    if (performance.now() - one.notedTick < NOTE_EVERY_MS) return;
    one.notedTick = performance.now();
    await noteFeed(db, one.feed, { at: now, values: namedValues(values), error: '' });
  };

  const timer = setInterval(() => {
    const tick = performance.now();
    for (const one of feeds.values()) {
      const age = tick - one.doneTick;
      if (one.isBusy || age < everyMs || !(one.isDue || age >= RENEW_MS)) continue;
      one.isDue = false;
      one.isBusy = true;
      one.doneTick = tick;
      publish(one)
        .catch((error: unknown) => {
          one.isDue = true;
          throttledLog('publish', { err: error }, 'plant not published to Home Assistant');
        })
        .finally(() => {
          one.isBusy = false;
        });
    }
  }, TICK_MS).unref();
  const unsubscribe = live.subscribe((siteIds) => {
    for (const one of feeds.values()) if (siteIds.includes(one.feed.siteId)) one.isDue = true;
  });

  return {
    enter(feed) {
      const found = feeds.get(feed.id);
      if (found) {
        found.connections++;
        return;
      }
      const never = Number.NEGATIVE_INFINITY;
      feeds.set(feed.id, {
        feed,
        connections: 1,
        messages: new Map(),
        isDue: true,
        isBusy: false,
        doneTick: never,
        notedTick: never,
      });
    },
    leave(feedId) {
      const found = feeds.get(feedId);
      if (found && --found.connections <= 0) feeds.delete(feedId);
    },
    kept: (feedId) => feeds.get(feedId)?.messages ?? new Map(),
    async close() {
      clearInterval(timer);
      unsubscribe();
      for (const [id, { messages }] of feeds)
        for (const [topic, payload] of unavailable(messages)) deliver(id, topic, payload);
      // So that the last messages leave before the connections end.
      if (feeds.size > 0) await new Promise((resolve) => setTimeout(resolve, 50));
      while ([...feeds.values()].some(({ isBusy }) => isBusy))
        await new Promise((resolve) => setTimeout(resolve, 20));
      feeds.clear();
    },
  };
}

/**
 * The sum of a power over the devices that measure it and have reported recently; null if none has, or, where `ofAll`, if
 * one has not. Undefined without such a device.
 */
function powerOf(
  newest: readonly Newest[],
  key: 'power' | 'gridPower' | 'batteryPower',
  { now, ofAll }: { now: number; ofAll: boolean },
) {
  let sum: number | null | undefined;
  let isComplete = true;
  for (const { atMs, values } of newest) {
    const value = values.scalars[key];
    if (value === undefined) continue;
    sum ??= null;
    if (now - atMs > stateRule.liveMs) isComplete = false;
    else sum = (sum ?? 0) + value;
  }
  return ofAll && !isComplete ? null : sum;
}

/** What the plant has: a value that none of its devices measures is absent. */
function valuesOf(newest: readonly Newest[], { total }: Totals, now: number): PlantValues {
  const ratios = newest.flatMap(({ atMs, values: { scalars } }) =>
    scalars.soc === undefined ? [] : [now - atMs > stateRule.liveMs ? null : scalars.soc],
  );
  const all: { [key in keyof PlantValues]: number | null | undefined } = {
    powerW: powerOf(newest, 'power', { now, ofAll: false }),
    energyWh: total.energyWh ?? undefined,
    gridPowerW: powerOf(newest, 'gridPower', { now, ofAll: true }),
    importWh: total.importWh ?? undefined,
    exportWh: total.exportWh ?? undefined,
    batteryPowerW: powerOf(newest, 'batteryPower', { now, ofAll: true }),
    chargedWh: total.chargedWh ?? undefined,
    dischargedWh: total.dischargedWh ?? undefined,
    // Of several batteries, the capacities that would weigh them are not known.
    socRatio: ratios.length === 1 ? ratios[0] : undefined,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** The values by the names of feeds. */
function namedValues(values: PlantValues): Record<string, number> {
  const {
    powerW,
    energyWh,
    gridPowerW,
    importWh,
    exportWh,
    batteryPowerW,
    chargedWh,
    dischargedWh,
    socRatio,
  } = values;
  const named: Readonly<Record<string, number | null | undefined>> = {
    pv_power: powerW,
    pv_energy: energyWh,
    grid_power: gridPowerW,
    grid_import_energy: importWh,
    grid_export_energy: exportWh,
    battery_power: batteryPowerW,
    battery_charge_energy: chargedWh,
    battery_discharge_energy: dischargedWh,
    battery_soc: typeof socRatio === 'number' ? socRatio * 100 : socRatio,
  };
  const known: Record<string, number> = {};
  for (const [name, value] of Object.entries(named))
    if (typeof value === 'number') known[name] = Math.round(value * 1000) / 1000;
  return known;
}
