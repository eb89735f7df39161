// Response times of the portal's calls over real HTTP, warm and after a restart of the database, compared with a plain
// query of the rows in PostgreSQL.
import { dashboard } from '@helioport/contract/dashboard';
import { device } from '@helioport/contract/device';
import type { Endpoint, InputOf } from '@helioport/contract/endpoint';
import { overview } from '@helioport/contract/overview';
import { site } from '@helioport/contract/site';
import { addDays, localDay } from '@helioport/domain/periods';
import { type Book, percentiles, type Sizes } from '../book.ts';
import { timesOf, warmTimesOf } from '../measure.ts';
import { startBenchServer } from '../server.ts';
import type { Showcases } from '../showcases.ts';
import type { BenchWorld } from '../world.ts';

type Server = Awaited<ReturnType<typeof startBenchServer>>;

interface Question {
  id: string;
  name: string;
  request: () => Promise<unknown>;
  /** The same rows, and nothing else. */
  bare: { text: string; values: unknown[] };
}

/** Asks all questions, first warm, then each as one of the first after restarts of the database. */
export async function measureQueries(
  world: BenchWorld,
  shown: Showcases,
  { book, sizes, plants }: { book: Book; sizes: Sizes; plants: number },
): Promise<void> {
  await world.tidy();
  const server = await startBenchServer(world);
  try {
    const questions = questionsOf(server, await server.signIn('admin@demo.test'), shown);
    const warm = new Map<string, number[]>();
    const bare = new Map<string, number[]>();
    for (const { id, request: ask, bare: rows } of questions) {
      warm.set(id, await warmTimesOf(ask, sizes.calls));
      bare.set(id, await warmTimesOf(() => world.pool.query(rows), sizes.calls));
    }
    const cold = new Map<string, number[]>(questions.map(({ id }) => [id, []]));
    for (let round = 0; round < sizes.restarts; round++) {
      await world.restart();
      // Another one is the first in each round: it alone meets a database that knows nothing at all.
      const from = (round * questions.length) / sizes.restarts;
      for (const { id, request: ask } of [...questions.slice(from), ...questions.slice(0, from)])
        cold.get(id)!.push(...(await timesOf(ask, 1, 0)));
    }
    for (const { id, name } of questions) {
      const { p50, p95 } = percentiles(warm.get(id)!);
      book.add({
        id: `queries.${id}`,
        name,
        unit: 'ms',
        value: p50,
        p95,
        plants,
        cold: percentiles(cold.get(id)!.sort((a, b) => a - b)),
        bare: percentiles(bare.get(id)!).p50,
      });
    }
    await measureExport(server, shown, { book, plants });
  } finally {
    await server.close();
  }
}

function questionsOf({ call }: Server, token: string, shown: Showcases): Question[] {
  const { small, middle, large } = shown;
  const page = { size: 20, num: 0 };
  const today = localDay(Date.now(), large.timeZone);
  const compressedDay = addDays(today, -shown.compressedDaysAgo);
  const callOf =
    <E extends Endpoint>(endpoint: E, input: InputOf<E>) =>
    () =>
      call(endpoint, input, token);
  const dayOf = (plant: Showcases['large'], day: string) => ({
    text: `select device_id, at, power, ch_power from reading where site_id = $1
           and at >= $2::date::timestamp at time zone $3 and at < ($2::date + 1)::timestamp at time zone $3`,
    values: [plant.id, day, plant.timeZone],
  });
  const blocksOf = (plant: Showcases['large'], day: string) => ({
    text: 'select device_id, bytes from reading_block where site_id = $1 and day between $2::date - 1 and $2::date',
    values: [plant.id, day],
  });
  const daysOf = (from: string) => ({
    text: 'select * from site_day where site_id = $1 and day between $2 and $3 order by day',
    values: [small.id, from, today],
  });
  const chart = (types: number, more: object) =>
    callOf(site.statisticsEcharts, { sid: small.sid, types, ...more });
  const playbackOf = (plant: Showcases['large'], day: string) =>
    callOf(device.playback, { sid: plant.sid, start: day, end: day, compact: true });
  const month = `${addDays(today, -30)}~${today}`;
  return [
    {
      id: 'list',
      name: 'plant list, first page',
      request: callOf(site.listWithSN, { page, sort: [{ field: 'verdict', order: 'asc' }] }),
      bare: {
        text: 'select * from sites join site_latest on site_id = id order by name limit 20',
        values: [],
      },
    },
    {
      id: 'listByPower',
      name: 'plant list by current power',
      request: callOf(site.listWithSN, { page, sort: [{ field: 'now', order: 'desc' }] }),
      bare: {
        text: 'select * from sites join site_latest on site_id = id order by power desc nulls last limit 20',
        values: [],
      },
    },
    {
      id: 'dashboard',
      name: 'dashboard: totals of all plants',
      request: () =>
        Promise.all([
          callOf(overview.overview, {})(),
          callOf(overview.siteStatusCounts, {})(),
          callOf(dashboard.deviceSummary, {})(),
        ]),
      bare: { text: 'select sum(power), sum(day_wh), count(*) from site_latest', values: [] },
    },
    {
      id: 'day',
      name: 'day curve, 500 modules',
      request: callOf(site.statisticsEcharts, {
        sid: large.sid,
        types: 11,
        date: shown.rowDay,
        minInterval: 5,
      }),
      bare: dayOf(large, shown.rowDay),
    },
    ...(
      [
        ['20', small],
        ['40', middle],
        ['500', large],
      ] as const
    ).map(([count, plant]) => ({
      id: `playback${count}`,
      name: `playback of a day, ${count} modules`,
      request: playbackOf(plant, shown.rowDay),
      bare: dayOf(plant, shown.rowDay),
    })),
    {
      id: 'playbackPacked',
      name: 'playback of a compressed day, 500 modules',
      request: playbackOf(large, compressedDay),
      bare: blocksOf(large, compressedDay),
    },
    {
      id: 'month',
      name: 'month chart',
      request: chart(3, { rangeDate: month }),
      bare: daysOf(addDays(today, -30)),
    },
    {
      id: 'year',
      name: 'year chart by months',
      request: chart(5, { rangeDate: `${addDays(today, -365)}~${today}` }),
      bare: daysOf(addDays(today, -365)),
    },
    {
      id: 'years5',
      name: 'chart of five years by months',
      request: chart(6, { rangeDate: `${addDays(today, -1825)}~${today}` }),
      bare: daysOf(addDays(today, -1825)),
    },
    {
      id: 'module',
      name: 'history page of a module: 30 days',
      request: callOf(device.modulesStatisticsEcharts, { sn: small.sn, addr: 1, types: 3, rangeDate: month }),
      bare: {
        text: 'select * from module_day where site_id = $1 and device_id = $2 and day >= $3 order by day, addr',
        values: [small.id, small.deviceId, addDays(today, -30)],
      },
    },
  ];
}

/** A year of one device, page after page as the portal fetches a file. */
async function measureExport(
  { call, signIn }: Server,
  { small }: Showcases,
  { book, plants }: { book: Book; plants: number },
): Promise<void> {
  const token = await signIn('admin@demo.test');
  const today = localDay(Date.now(), small.timeZone);
  const startedAt = performance.now();
  let firstMs = 0;
  let before: number | null = null;
  do {
    const part: { next: number | null } = await call(
      device.historyRows,
      { sn: small.sn, rangeDate: `${addDays(today, -364)}~${today}`, size: 5000, before },
      token,
    );
    firstMs ||= performance.now() - startedAt;
    before = part.next;
  } while (before !== null);
  const whole = (performance.now() - startedAt) / 1000;
  book.add({
    id: 'queries.exportFirst',
    name: 'year of one device, first rows',
    unit: 's',
    value: firstMs / 1000,
    plants,
  });
  book.add({
    id: 'queries.exportWhole',
    name: 'year of one device, all rows',
    unit: 's',
    value: whole,
    plants,
  });
}
