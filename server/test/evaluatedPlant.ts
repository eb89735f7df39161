// A portal with a plant that was evaluated over a spring, in which a module began to fail: for tests of what shows it.
import { HOUR_MS } from '@helioport/domain/duration';
import { addDays, dayBounds } from '@helioport/domain/periods';
import { makeCompany, makeUser } from '../seed/make.ts';
import { seedMenus } from '../seed/menus.ts';
import { inTransaction } from '../src/platform/db.ts';
import { evaluateAll } from './evaluateAll.ts';
import { type Caller, startTestApp, type TestApp } from './harness.ts';
import { settle } from './settle.ts';
import { type Health, makeSunlitPlant, type SunlitPlant, shineOn } from './sunlitPlant.ts';

export const FIRST_DAY = '2026-04-01';
export const DAYS = 50;
/** Day on which input 2 of the first device begins to give two thirds. */
export const FAULT_DAY = addDays(FIRST_DAY, 38);
export const LAST_DAY = addDays(FIRST_DAY, DAYS - 1);
/** Noon of the day after. */
export const NOW = dayBounds(addDays(LAST_DAY, 1), 'Europe/Berlin').startMs + 12 * HOUR_MS;

export const failing: Health = (day, device, addr) => (day >= 38 && device === 0 && addr === 2 ? 0.66 : 1);

export interface EvaluatedPortal {
  app: TestApp;
  plant: SunlitPlant;
  companyId: number;
  owner: Caller;
  installer: Caller;
  /** Owner of nothing. */
  unrelated: Caller;
  close(): Promise<void>;
}

/** `health`: how its modules work; by default one of them begins to fail. */
export async function startEvaluatedPortal(health: Health = failing): Promise<EvaluatedPortal> {
  const app = await startTestApp({ now: NOW });
  const { database } = app;
  const { ownerId, companyId } = await inTransaction(database.db, 'write', async (tx) => {
    await seedMenus(tx);
    const company = await makeCompany(tx, {});
    const { id } = await makeUser(tx, { email: 'owner@finding.test' });
    await makeUser(tx, { email: 'installer@finding.test', group: 'installer', companyId: company });
    await makeUser(tx, { email: 'else@finding.test' });
    return { ownerId: id, companyId: company };
  });
  const plant = await makeSunlitPlant(database, { ownerId, companyId, name: 'Barn' });
  await shineOn(database, plant, FIRST_DAY, DAYS, health, { now: NOW });
  await settle(database.db, NOW);
  await evaluateAll(database.db, NOW);
  const as = (who: string) => app.as(`${who}@finding.test`);
  return {
    app,
    plant,
    companyId,
    owner: await as('owner'),
    installer: await as('installer'),
    unrelated: await as('else'),
    close: () => app.close(),
  };
}
