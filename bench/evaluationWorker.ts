// One of the processes of `bench/evaluation.ts`: evaluates plants as long as one is due, and reports what that took.

import { openDatabase } from '@helioport/server/platform/db';
import { createLog } from '@helioport/server/platform/log';
import { readProducts } from '@helioport/server/repositories/products';
import { evaluatePlant } from '@helioport/server/timeseries/analytics/evaluate';
import { claimPlant, releasePlant } from '@helioport/server/timeseries/analytics/marks';

export interface EvaluationWork {
  databaseUrl: string;
  nowMs: number;
}

export interface EvaluationDone {
  days: number;
  /** Evaluated days of modules. */
  modules: number;
  cpuS: number;
}

const TURN_MS = 5_000;
const CONNECTIONS = 3;

let database: ReturnType<typeof openDatabase> | undefined;

async function evaluate({ databaseUrl, nowMs }: EvaluationWork): Promise<EvaluationDone> {
  if (!database) {
    database = openDatabase(databaseUrl, { size: CONNECTIONS, readers: 1, onError: () => undefined });
    await readProducts(database.db);
  }
  const { db } = database;
  const clock = () => nowMs;
  const before = process.cpuUsage();
  const done = { days: 0, modules: 0 };
  for (let claim = await claimPlant(db, nowMs); claim; claim = await claimPlant(db, nowMs)) {
    const turn = await evaluatePlant({ db, clock }, claim, TURN_MS);
    await releasePlant(db, claim, turn.dueAtMs);
    done.days += turn.days;
    done.modules += turn.days * turn.modules;
  }
  const { user, system } = process.cpuUsage(before);
  return { ...done, cpuS: (user + system) / 1e6 };
}

process.on('message', (work: EvaluationWork) => {
  evaluate(work).then(
    (done) => process.send?.(done),
    (error: unknown) => {
      createLog('error').error({ err: error }, 'evaluation failed');
      process.exit(1);
    },
  );
});
process.once('disconnect', () => {
  void (database?.close() ?? Promise.resolve()).finally(() => process.exit(0));
});
