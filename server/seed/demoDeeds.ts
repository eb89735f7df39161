// Past actions of demo users: report subscriptions, a temporary share, an invitation without an account, a commissioned
// plant. The reports themselves are sent by the regular job once the plants have reported.

import { type Check, checkOf } from '@helioport/domain/commissioning';
import { DAY_MS } from '@helioport/domain/duration';
import { sql } from 'kysely';
import type { Tx } from '../src/platform/db.ts';
import { keepCommissioning } from '../src/repositories/commissionings.ts';
import { type ReportSettings, setReportSettings } from '../src/repositories/reportSettings.ts';
import { setShares } from '../src/repositories/shares.ts';

/** Long enough ago that every kind of report is due at its next time. */
const ORDERED_DAYS_AGO = 400;

const HOUSE = 'DE_20240312_9kQm';
const LAKE = 'DE_20231120_Fg1h';
const GARDEN = 'DE_20250504_Lm3T';
const OWNER = 'owner@demo.test';
const INSTALLER = 'installer@demo.test';

const nothing: ReportSettings = {
  daily: false,
  weekly: false,
  monthly: false,
  yearly: false,
  languageCode: null,
  withPdf: true,
  alertHourly: false,
  alertTime: false,
  alertStart: 8,
  alertEnd: 17,
};

const orders: readonly { sid: string; email: string; wanted: Partial<ReportSettings> }[] = [
  { sid: HOUSE, email: OWNER, wanted: { daily: true, monthly: true, yearly: true } },
  { sid: LAKE, email: OWNER, wanted: { weekly: true, alertHourly: true, alertTime: true } },
  { sid: LAKE, email: INSTALLER, wanted: { daily: true, weekly: true, withPdf: false } },
];

const handedOver: readonly { sid: string; note: string; reason: string; checks: readonly Check[] }[] = [
  {
    sid: GARDEN,
    note: 'The router is behind the garden house door. Its plug is the left one.',
    reason: 'The first 24 hours are not complete. We will check the readings remotely tomorrow.',
    checks: [
      checkOf('modules.ok'),
      checkOf('voltages.ok', [], { from: 34.8, to: 35.6 }),
      checkOf('position.ok'),
      checkOf('planes.ok'),
      checkOf('layout.ok'),
      checkOf('meter.none'),
      checkOf('trouble.young'),
      checkOf('swapped.onePlane'),
    ],
  },
];

const shared: readonly { sid: string; email: string; forDays: number; invited: string }[] = [
  { sid: GARDEN, email: 'hanna@demo.test', forDays: 30, invited: 'neighbour@demo.test' },
];

/** Writes it down, for plants and people that are there. */
export async function seedDeeds(tx: Tx, userIds: ReadonlyMap<string, number>, now: number): Promise<void> {
  const sites = await sql<{ id: number; sid: string; commissionedAt: Date | null }>`
    select id, sid, commissioned_at as "commissionedAt" from sites
    where sid = any(${[HOUSE, LAKE, GARDEN]}::text[])`.execute(tx);
  const bySid = new Map(sites.rows.map((site) => [site.sid, site]));
  for (const { sid, email, wanted } of orders) {
    const [site, userId] = [bySid.get(sid), userIds.get(email)];
    if (site === undefined || userId === undefined) continue;
    const settings = { ...nothing, ...wanted, now: now - ORDERED_DAYS_AGO * DAY_MS };
    await setReportSettings(tx, { siteId: site.id, userId }, settings);
  }
  for (const { sid, ...submitted } of handedOver) {
    const [site, userId] = [bySid.get(sid), userIds.get(INSTALLER)];
    if (!site?.commissionedAt || userId === undefined) continue;
    const at = site.commissionedAt.getTime();
    await keepCommissioning(tx, site.id, { ...submitted, checks: [...submitted.checks], userId, now: at });
  }
  for (const { sid, email, forDays, invited } of shared) {
    const [site, userId] = [bySid.get(sid), userIds.get(email)];
    if (site === undefined || userId === undefined) continue;
    const people = [{ userId, mayEdit: false, endsAt: new Date(now + forDays * DAY_MS) }];
    const shares = { people, invited: [{ email: invited, mayEdit: false, endsAt: null }] };
    await setShares(tx, site.id, shares, { now });
  }
}
