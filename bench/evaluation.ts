// The daily evaluation end to end: readings in the database to findings and the fleet desk, one more day of a fleet whose
// earlier days are evaluated. Goal: 100,000 modules in 3 minutes on two cores, scaled from a smaller fleet.
// `npx tsx bench/evaluation.ts --plants 50 --modules 20 --days 61 --rounds 3`

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { DAY_MS } from '@helioport/domain/duration';
import type { EvaluationDone, EvaluationWork } from './evaluationWorker.ts';
import { addFleetPlants, reportFleet } from './fleet/build.ts';
import { fleetPlants } from './fleet/plants.ts';
import { databaseSeconds, hostDescription } from './measure.ts';
import { type BenchWorld, startBenchWorld } from './world.ts';

const GOAL_MODULES = 100_000;
const GOAL_S = 180;

const { values } = parseArgs({
  options: {
    plants: { type: 'string', default: '50' },
    modules: { type: 'string', default: '20' },
    days: { type: 'string', default: '61' },
    minutes: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
  },
});
const [plants, perPlant, days, minutes, rounds] = [
  Number(values.plants),
  Number(values.modules),
  Number(values.days),
  Number(values.minutes),
  Number(values.rounds),
];

interface Measured {
  wallS: number;
  /** Processor time of the evaluating processes and of the database. */
  evaluationS: number;
  databaseS: number;
  modules: number;
  days: number;
}

/** Evaluates everything that is due at an instant. */
async function evaluateAll(
  world: BenchWorld,
  workers: readonly ChildProcess[],
  nowMs: number,
): Promise<Measured> {
  await world.pool.query('update analytics_plant set due_at = $1', [new Date(nowMs - 1000)]);
  const databaseBefore = databaseSeconds(world);
  const startedMs = performance.now();
  const done = await Promise.all(
    workers.map(async (worker) => {
      const answer = once(worker, 'message');
      worker.send({ databaseUrl: world.url, nowMs } satisfies EvaluationWork);
      return (await answer)[0] as EvaluationDone;
    }),
  );
  const sum = (of: (one: EvaluationDone) => number) => done.reduce((total, one) => total + of(one), 0);
  return {
    wallS: (performance.now() - startedMs) / 1000,
    evaluationS: sum(({ cpuS }) => cpuS),
    databaseS: databaseSeconds(world) - databaseBefore,
    modules: sum(({ modules }) => modules),
    days: sum((one) => one.days),
  };
}

function startWorkers(count: number): ChildProcess[] {
  const script = fileURLToPath(new URL('evaluationWorker.ts', import.meta.url));
  return Array.from({ length: count }, () => fork(script));
}

const world = await startBenchWorld();
const workers = startWorkers(2);
try {
  console.log(
    `${hostDescription()}, load ${os.loadavg()[0]?.toFixed(1)}; ${plants} plants of ${perPlant} modules, readings every ${minutes} minutes`,
  );
  const fleet = fleetPlants({ plants, modules: plants * perPlant });
  await addFleetPlants(world, fleet);
  const untilMs = Date.now();
  const { reports } = await reportFleet(world, {
    plants: fleet,
    days,
    untilMs,
    everyMinutes: minutes,
    packAfterDays: 0,
  });
  await world.tidy();
  const runs = rounds * 2;
  const history = await evaluateAll(world, workers, untilMs - runs * DAY_MS);
  console.log(
    `${reports} readings; ${history.days} plant-days of history evaluated in ${history.wallS.toFixed(0)} s\n`,
  );
  console.log(
    `| processes | plant-days | module-days | s | ms per module | evaluation, CPU s | database, CPU s | ${GOAL_MODULES} modules, s |\n|---|---|---|---|---|---|---|---|`,
  );
  for (let run = 0; run < runs; run++) {
    const count = run % 2 === 0 ? 1 : 2;
    const one = await evaluateAll(world, workers.slice(0, count), untilMs - (runs - 1 - run) * DAY_MS);
    const perModule = one.wallS / one.modules;
    const cells = [
      count,
      one.days,
      one.modules,
      one.wallS.toFixed(2),
      (perModule * 1000).toFixed(2),
      one.evaluationS.toFixed(2),
      one.databaseS.toFixed(2),
      (perModule * GOAL_MODULES).toFixed(0),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
  console.log(`\nGoal: ${GOAL_S} s for ${GOAL_MODULES} modules on two cores.`);
} finally {
  for (const worker of workers) worker.disconnect();
  await world.stop();
}
