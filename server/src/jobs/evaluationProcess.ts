// Process that evaluates plants: started by startEvaluationProcess, which sends its settings, and ended with it.
import { systemClock } from '../platform/clock.ts';
import { openDatabase } from '../platform/db.ts';
import { createLog } from '../platform/log.ts';
import { weatherFrom } from '../platform/weather.ts';
import { readProducts } from '../repositories/products.ts';
import { weatherOfDays } from '../timeseries/analytics/weather.ts';
import { startEvaluations } from './evaluations.ts';
import type { EvaluationSettings } from './startEvaluationProcess.ts';

/** Connections: reading, reading ahead, and writing. */
const CONNECTIONS = 3;
/** Exits after this time without work, to release its memory. */
const IDLE_MS = 120_000;
const LOOK_MS = 5_000;
/** Models that an operator changed meanwhile are read again. */
const PRODUCTS_EVERY_MS = 10 * 60_000;

async function run({ databaseUrl, logLevel, weather, weatherUrl, aheadMs }: EvaluationSettings) {
  const log = createLog(logLevel);
  const onError = (error: Error) => log.warn({ reason: error.message }, 'database connection broken');
  const { db, pool, close } = openDatabase(databaseUrl, { size: CONNECTIONS, readers: 1, onError });
  await readProducts(db);
  const clock = () => systemClock() + aheadMs;
  const source = weatherFrom(weather, { clock, url: weatherUrl });
  const evaluations = startEvaluations({
    db,
    pool,
    clock,
    log,
    ...(source.source === 'none' ? {} : { weatherOf: weatherOfDays(source) }),
  });
  const startedMs = performance.now();
  let isEnding = false;
  const end = async () => {
    if (isEnding) return;
    isEnding = true;
    clearInterval(idle);
    clearInterval(products);
    await evaluations.stop();
    await close();
    process.exit(0);
  };
  const idle = setInterval(() => {
    if (performance.now() - (evaluations.lastWorkMs() ?? startedMs) > IDLE_MS) void end();
  }, LOOK_MS);
  const products = setInterval(() => {
    readProducts(db).catch((error: unknown) => log.warn({ err: error }, 'products not readable'));
  }, PRODUCTS_EVERY_MS);
  process.once('disconnect', () => void end());
  process.on('message', (message) => {
    if (message === 'stop') void end();
  });
}

process.once('message', (settings) => {
  run(settings as EvaluationSettings).catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});
