import { alarm } from '@helioport/contract/alarm';
import { fleet } from '@helioport/contract/fleet';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EvaluatedPortal, startEvaluatedPortal } from '../../test/evaluatedPlant.ts';
import { inTransaction } from '../platform/db.ts';
import { createLog } from '../platform/log.ts';
import { digestMonday } from '../queries/fleet/digest.ts';
import { setFleetDigest } from '../repositories/fleetDigests.ts';
import { sendDigests } from './sendDigests.ts';

/** The plant is in Berlin; this is a Monday after its last evaluated day. */
const MONDAY = '2026-05-25';
const at = (day: string, clock: string) => Date.parse(`${day}T${clock}+02:00`);

let portal: EvaluatedPortal;
beforeAll(async () => {
  portal = await startEvaluatedPortal();
});
afterAll(() => portal.close());

const pass = (now: number) =>
  sendDigests(
    {
      db: portal.app.database.db,
      clock: () => now,
      log: createLog('silent'),
      publicUrl: 'https://portal.test',
    },
    () => false,
  );
const mails = async () =>
  (
    await sql<{ recipient: string; subject: string; text: string; html: string }>`
      select recipient, subject, body_text as text, body_html as html from mails where kind = 'digest' order by id`.execute(
      portal.app.database.db,
    )
  ).rows;
const wanted = { critical: 'now', major: 'now', minor: 'off' } as const;

describe('digestMonday', () => {
  it('is the Monday of the place from six in the morning until Tuesday has passed', () => {
    const zone = 'Europe/Berlin';
    expect(digestMonday(at(MONDAY, '05:59'), zone)).toBe(undefined);
    expect(digestMonday(at(MONDAY, '06:00'), zone)).toBe(MONDAY);
    expect(digestMonday(at('2026-05-26', '23:00'), zone)).toBe(MONDAY);
    expect(digestMonday(at('2026-05-27', '06:00'), zone)).toBe(undefined);
    expect(digestMonday(at(MONDAY, '06:00'), 'America/Los_Angeles')).toBe(undefined);
  });
});

describe('the weekly digest', () => {
  it('is ordered in the settings of notifications by users of the desk alone', async () => {
    const { installer, owner } = portal;
    expect((await installer.call(alarm.notices)).fleetDigest).toBe(false);
    await installer.call(alarm.noticesSet, { ...wanted, fleetDigest: true });
    expect((await installer.call(alarm.notices)).fleetDigest).toBe(true);
    await installer.call(alarm.noticesSet, wanted);
    expect((await installer.call(alarm.notices)).fleetDigest).toBe(true);
    await owner.call(alarm.noticesSet, { ...wanted, fleetDigest: true });
    expect((await owner.call(alarm.notices)).fleetDigest).toBe(null);
  });

  it('comes once on Monday morning, whoever sends it, with the figures of the desk', async () => {
    expect(await pass(at(MONDAY, '05:30'))).toBe(0);
    const both = await Promise.all([pass(at(MONDAY, '06:13')), pass(at(MONDAY, '06:13'))]);
    expect(both.reduce((sum, sent) => sum + sent, 0)).toBe(1);
    expect(await pass(at(MONDAY, '07:13'))).toBe(0);
    expect(await pass(at('2026-05-26', '07:13'))).toBe(0);
    const sent = await mails();
    expect(sent.map(({ recipient, subject }) => [recipient, subject])).toEqual([
      ['installer@finding.test', expect.stringMatching(/^Fleet digest, May 18\s–\s24, 2026$/)],
    ]);
    const summary = await portal.installer.call(fleet.summary);
    const [{ text, html }] = sent as [(typeof sent)[number]];
    expect(text).toContain(`Open findings: ${summary.openFindings}`);
    expect(text).toContain('Barn');
    expect(text).toContain(`https://portal.test/pvPlant/detail?id=${portal.plant.sid}`);
    expect(text).toContain('https://portal.test/fleet');
    expect(html).toContain('Barn');
    expect(text).not.toContain('{{');
  });

  it('comes again a week later, not late, and not to users who lost the desk', async () => {
    const next = '2026-06-01';
    expect(await pass(at('2026-06-03', '08:00'))).toBe(0);
    expect(await pass(at(next, '08:13'))).toBe(1);
    const { db } = portal.app.database;
    const { rows } = await sql<{ id: number }>`
      select id from users where email = 'owner@finding.test'`.execute(db);
    await inTransaction(db, 'write', (tx) =>
      setFleetDigest(tx, { userId: rows[0]!.id, isWanted: true, now: at(MONDAY, '00:00') }),
    );
    expect(await pass(at(next, '09:13'))).toBe(0);
    await portal.installer.call(alarm.noticesSet, { ...wanted, fleetDigest: false });
    expect(await pass(at('2026-06-08', '08:13'))).toBe(0);
    expect(await mails()).toHaveLength(2);
  });

  it('begins with the week after the order', async () => {
    const { installer, app } = portal;
    app.setNow(at('2026-06-15', '10:00'));
    await installer.call(alarm.noticesSet, { ...wanted, fleetDigest: true });
    expect(await pass(at('2026-06-15', '10:13'))).toBe(0);
    expect(await pass(at('2026-06-22', '10:13'))).toBe(1);
  });
});
