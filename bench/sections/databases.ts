// The same reports in other stores, and the same questions to them and to us, all over HTTP.

import { device } from '@helioport/contract/device';
import { site } from '@helioport/contract/site';
import { DAY_MS } from '@helioport/domain/duration';
import { addDays, localDay } from '@helioport/domain/periods';
import { readReadings } from '@helioport/server/timeseries/readings/readings';
import { type Book, percentiles, type Sizes } from '../book.ts';
import { type Database, programOf, type Span } from '../databases/database.ts';
import { startInflux } from '../databases/influx.ts';
import { startVictoria } from '../databases/victoria.ts';
import { warmTimesOf } from '../measure.ts';
import { startBenchServer } from '../server.ts';
import type { Showcases } from '../showcases.ts';
import type { BenchWorld } from '../world.ts';

const LINES_AT_ONCE = 20_000;
const known = [
  { program: 'victoria-metrics', id: 'victoria', start: startVictoria },
  { program: 'influxd', id: 'influx', start: startInflux },
];
const questions = [
  { id: 'day', name: 'day curve of 500 modules' },
  { id: 'playback', name: 'playback of 500 modules' },
  { id: 'month', name: 'month by days' },
  { id: 'year', name: 'year by days' },
] as const;
type Answers = Record<(typeof questions)[number]['id'], () => Promise<unknown>>;

/** Asks us, then every store that is installed. */
export async function measureDatabases(
  world: BenchWorld,
  shown: Showcases,
  book: Book,
  sizes: Sizes,
): Promise<void> {
  await world.tidy();
  const server = await startBenchServer(world);
  try {
    await answer(
      book,
      sizes,
      'ours',
      'Helioport',
      oursOf(server, await server.signIn('admin@demo.test'), shown),
    );
  } finally {
    await server.close();
  }
  for (const { program, id, start } of known) {
    const file = programOf(program);
    if (file === undefined) {
      book.skip(`${program}: not installed`);
      continue;
    }
    const database = await start(file);
    try {
      await measureDatabase(world, shown, { database, id, book, sizes });
    } catch (error) {
      // If another database fails, the run keeps its own results and the page reports the failure.
      book.skip(`${database.name}: ${(error as Error).message}`);
    } finally {
      await database.stop();
    }
  }
}

/** A day that is packed here, as it is merged there. */
const queriedDay = ({ rowDay, compressedDaysAgo: packedBack }: Showcases): string =>
  addDays(rowDay, 1 - packedBack);

function oursOf(
  { call }: Awaited<ReturnType<typeof startBenchServer>>,
  token: string,
  shown: Showcases,
): Answers {
  const { small, large } = shown;
  const day = queriedDay(shown);
  const today = localDay(Date.now(), small.timeZone);
  const days = (back: number) =>
    call(
      site.statisticsEcharts,
      { sid: small.sid, types: 3, rangeDate: `${addDays(today, -back)}~${addDays(today, -1)}` },
      token,
    );
  return {
    day: () => call(site.statisticsEcharts, { sid: large.sid, types: 11, date: day, minInterval: 5 }, token),
    playback: () => call(device.playback, { sid: large.sid, start: day, end: day, compact: true }, token),
    month: () => days(30),
    year: () => days(365),
  };
}

async function answer(book: Book, sizes: Sizes, id: string, name: string, request: Answers): Promise<void> {
  for (const { id: question, name: what } of questions) {
    const { p50, p95 } = percentiles(await warmTimesOf(request[question], sizes.calls));
    book.add({ id: `databases.${question}.${id}`, name: `${what}, ${name}`, unit: 'ms', value: p50, p95 });
  }
}

interface Query {
  database: Database;
  id: string;
  book: Book;
  sizes: Sizes;
}

async function measureDatabase(
  world: BenchWorld,
  shown: Showcases,
  { database, id, book, sizes }: Query,
): Promise<void> {
  const { small, large } = shown;
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  let samples = 0;
  let writing = 0;
  for (const [plant, days] of [
    [large.id, sizes.largeDays],
    [small.id, sizes.yearDays],
  ] as const) {
    for (let back = days; back > 0; back--) {
      const span = { siteId: plant, fromMs: today - back * DAY_MS, toMs: today - (back - 1) * DAY_MS };
      const { lines, count } = await linesOf(world, span);
      samples += count;
      const startedAt = performance.now();
      for (let from = 0; from < lines.length; from += LINES_AT_ONCE)
        await database.write(lines.slice(from, from + LINES_AT_ONCE).join('\n'));
      writing += performance.now() - startedAt;
    }
  }
  await database.settle();
  const { name } = database;
  book.add({
    id: `databases.rate.${id}`,
    name: `ingestion by ${name}, not durable when answered`,
    unit: 'samples/s',
    value: (samples / writing) * 1000,
  });
  book.add({
    id: `databases.bytes.${id}`,
    name: `a module reading in ${name}`,
    unit: 'B',
    value: database.bytes() / samples,
  });
  const dayMs = Date.parse(queriedDay(shown));
  const ofDay: Span = { siteId: large.id, fromMs: dayMs, toMs: dayMs + DAY_MS };
  const back = (days: number): Span => ({ siteId: small.id, fromMs: today - days * DAY_MS, toMs: today });
  await answer(book, sizes, id, name, {
    day: () => database.day(ofDay),
    playback: () => database.playback(ofDay),
    month: () => database.days(back(30)),
    year: () => database.days(back(365)),
  });
}

/** The reports of a span as lines, in the whole numbers that we store: easier to pack than fractions. */
async function linesOf(
  { db }: BenchWorld,
  { siteId, fromMs, toMs }: Span,
): Promise<{ lines: string[]; count: number }> {
  const scalars = ['power', 'dcVoltage', 'acVoltage', 'frequency', 'temperature', 'mainCounter'] as const;
  const inputs = ['power', 'dcVoltage', 'inputCounter'] as const;
  const devices = await readReadings(db, {
    siteId,
    fromMs,
    toMs,
    scalars: [...scalars],
    inputs: [...inputs],
  });
  const lines: string[] = [];
  let count = 0;
  for (const { deviceId, at, width, scalars: own, inputs: ofInputs } of devices) {
    at.forEach((ms, i) => {
      const time = Math.round(ms);
      const fields = scalars.map((name, n) => `${'puvfte'[n]}=${own[name]![i]}i`).join(',');
      lines.push(`inverter,site=${siteId},device=${deviceId} ${fields} ${time}`);
      for (let input = 0; input < width; input++) {
        const place = i * width + input;
        lines.push(
          `module,site=${siteId},device=${deviceId},addr=${input + 1} p=${ofInputs.power![place]}i,u=${ofInputs.dcVoltage![place]}i,e=${ofInputs.inputCounter![place]}i ${time}`,
        );
        count++;
      }
    });
  }
  return { lines, count };
}
