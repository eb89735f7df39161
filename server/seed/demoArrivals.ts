// Registration dates of demo users and plants, distributed over time so that the dashboard has data for days and weeks.

import { demoPlants } from '@helioport/demo/plants';
import { DAY_MS } from '@helioport/domain/duration';
import { sql } from 'kysely';
import type { Tx } from '../src/platform/db.ts';

/** Less than the twelve weeks of the dashboard. */
const OVER_DAYS = 80;

/** When the one at place `i` of `count` came, each as long after the one before it; the last one not today. */
export const cameAt = (i: number, count: number, now: number): Date =>
  new Date(now - ((count - i) / count) * OVER_DAYS * DAY_MS);

/** Tells the devices of the plants when they were claimed. They are there, and have been since now. */
export async function seedArrivals(tx: Tx, now: number): Promise<void> {
  for (const [i, { sid }] of demoPlants.entries())
    await sql`
      update devices set claimed_at = ${cameAt(i, demoPlants.length, now)}
      where site_id = (select id from sites where sid = ${sid})`.execute(tx);
}
