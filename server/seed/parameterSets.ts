// Parameter sets of the demo data, and the outcome of yesterday's run.

import { demoParameterRun, demoParameterSets } from '@helioport/demo/parameterSets';
import { DAY_MS } from '@helioport/domain/duration';
import { sql } from 'kysely';
import type { Tx } from '../src/platform/db.ts';
import { addCommands } from '../src/repositories/commands.ts';
import { createRun, createSet } from '../src/repositories/parameterSets.ts';

const ANSWERED_AFTER_MS = 4_000;

export async function seedParameterSets(
  tx: Tx,
  { userId, companyId }: { userId: number | null; companyId: number | null },
  now: number,
): Promise<void> {
  const sentAt = new Date(now - 2 * DAY_MS);
  const expiresAt = new Date(now - DAY_MS);
  const by = { companyId, userId, at: sentAt, isDemo: true };
  const ids = [];
  for (const set of demoParameterSets) ids.push(await createSet(tx, set, by));
  const [{ name, values }] = demoParameterSets;
  const devices = [];
  for (const { vendor, serial, state, before, confirmed: reported, refusal = '' } of demoParameterRun) {
    const { rows } = await sql<{ deviceId: number; siteId: number }>`
      select id as "deviceId", site_id as "siteId" from devices
      where vendor = ${vendor} and serial = ${serial} and part = '' and site_id is not null`.execute(tx);
    const device = rows[0];
    if (!device) continue;
    // Of a device that was never read it changes everything, else what differs.
    const wanted = Object.keys(before).length === 0 ? values : { reconnectTime: values.reconnectTime ?? 0 };
    const [command] = await addCommands(tx, [
      { ...device, requestKey: 'demo', wanted, userId, at: sentAt, expiresAt },
    ]);
    const commandId = command!.id;
    await sql`
      update commands set state = ${state}, reported = ${reported ? JSON.stringify(reported) : null}::jsonb, refusal = ${refusal},
        sent_at = ${sentAt}, ended_at = ${reported ? new Date(sentAt.getTime() + ANSWERED_AFTER_MS) : expiresAt}
      where site_id = ${device.siteId} and id = ${commandId}`.execute(tx);
    devices.push({ ...device, commandId, before });
  }
  await createRun(tx, { setId: ids[0] ?? null, backOf: null, name }, devices, by);
}
