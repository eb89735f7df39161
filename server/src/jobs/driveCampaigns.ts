// Advances campaigns every minute: records the outcomes of devices, checks the stop rules, and sends commands to the
// next devices. The campaign is locked meanwhile, so that one of several processes does it.

import { hasLostPower, type RolloutState, type StopReason } from '@helioport/domain/campaigns';
import { MINUTE_MS } from '@helioport/domain/duration';
import { sql } from 'kysely';
import type { Columns } from '../platform/databaseTypes.ts';
import { inTransaction, type Tx } from '../platform/db.ts';
import { healthOf } from '../queries/campaign/health.ts';
import {
  type CampaignRow,
  endCampaign,
  followCommands,
  lockCampaign,
  noteSent,
  openCampaigns,
  passCanary,
  stopCampaign,
} from '../repositories/campaigns.ts';
import { addCommands, announceCommands, holdDevices } from '../repositories/commands.ts';
import { largeFileAddress } from '../repositories/largeFiles.ts';
import type { JobParts } from './jobParts.ts';

type Parts = Pick<JobParts, 'db' | 'clock' | 'publicUrl' | 'announcer'>;

/** A device may be on standby for a night. */
const EXPIRES_MS = 24 * 60 * MINUTE_MS;

/** Advances all running campaigns by one step; returns the number of commands sent. */
export async function driveCampaigns(parts: Parts, isStopping: () => boolean = () => false): Promise<number> {
  let sentCount = 0;
  for (const id of await openCampaigns(parts.db)) {
    if (isStopping()) break;
    const sites = await inTransaction(parts.db, 'write', (tx) => drive(tx, id, parts));
    parts.announcer.announce(sites);
    sentCount += sites.length;
  }
  return sentCount;
}

interface Row extends Columns<'campaign_devices', 'siteId' | 'deviceId' | 'isCanary' | 'shareBefore'> {
  sn: string;
  state: RolloutState;
  endedAt: number | null;
}

/** Advances one campaign; returns the plants with new commands. */
async function drive(tx: Tx, id: number, parts: Parts): Promise<number[]> {
  const campaign = await lockCampaign(tx, id, { skips: true });
  if (!campaign || campaign.state === 'done') return [];
  const now = parts.clock();
  await followCommands(tx, id, new Date(now));
  if (campaign.state === 'stopped') return [];
  const canaries = await canariesOf(tx, id);
  const stop = (await failing(tx, campaign, canaries)) ?? (await suffering(tx, campaign, canaries, now));
  if (stop) {
    await stopCampaign(tx, id, stop);
    return [];
  }
  const counts = await countsOf(tx, id);
  if (counts.waiting + counts.open + counts.postponed === 0) {
    if (campaign.isPastCanary || (await areWell(tx, campaign, canaries, now)))
      await endCampaign(tx, id, new Date(now));
    return [];
  }
  if (!campaign.isPastCanary) {
    const next = canaries.filter(({ state }) => state === 'queued');
    if (next.length > 0) return await sendFirmware(tx, campaign, next, parts);
    if (!(await areWell(tx, campaign, canaries, now))) return [];
    await passCanary(tx, id);
  }
  if (counts.open > 0) return [];
  return await sendFirmware(tx, campaign, await nextOf(tx, campaign), parts);
}

const rowColumns = sql`x.site_id as "siteId", x.device_id as "deviceId", d.sn, x.state, x.is_canary as "isCanary",
  (extract(epoch from x.ended_at) * 1000)::float8 as "endedAt", x.share_before as "shareBefore"`;

async function canariesOf(tx: Tx, id: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select ${rowColumns} from campaign_devices x join devices d on d.id = x.device_id
    where x.campaign_id = ${id} and x.is_canary order by x.position`.execute(tx);
  return rows;
}

async function nextOf(tx: Tx, { id, batch }: CampaignRow): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select ${rowColumns} from campaign_devices x join devices d on d.id = x.device_id
    where x.campaign_id = ${id} and x.state = 'queued' order by x.position limit ${batch}`.execute(tx);
  return rows;
}

async function countsOf(tx: Tx, id: number) {
  const { rows } = await sql<{ waiting: number; open: number; postponed: number }>`
    select count(*) filter (where state = 'queued') as waiting,
      count(*) filter (where state in ('sent', 'running')) as open,
      count(*) filter (where state = 'postponed') as postponed
    from campaign_devices where campaign_id = ${id}`.execute(tx);
  return rows[0]!;
}

interface Stop {
  reason: StopReason;
  sn?: string;
}

/** One of the first failed, or too many of the others. */
async function failing(
  tx: Tx,
  { id, isPastCanary, maxFailures, forgiven }: CampaignRow,
  canaries: readonly Row[],
): Promise<Stop | undefined> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from campaign_devices where campaign_id = ${id} and state = 'failed'`.execute(
    tx,
  );
  const failures = (rows[0]?.count ?? 0) - forgiven;
  const canary = canaries.find(({ state }) => state === 'failed');
  if (!isPastCanary && canary && failures > 0) return { reason: 'canary', sn: canary.sn };
  return failures >= maxFailures ? { reason: 'failures' } : undefined;
}

/** Stops the campaign if an updated pilot device no longer reports or has lost power compared with its siblings. */
async function suffering(
  tx: Tx,
  { id, powerDrop, isPastCanary }: CampaignRow,
  canaries: readonly Row[],
  now: number,
): Promise<Stop | undefined> {
  if (isPastCanary) return undefined;
  const done = canaries.filter(({ state }) => state === 'confirmed');
  const health = await healthOf(
    tx,
    id,
    done.map(({ deviceId }) => deviceId),
    now,
  );
  for (const { deviceId, sn, shareBefore } of done) {
    const how = health.get(deviceId);
    if (how?.state === 'notReporting') return { reason: 'notReporting', sn };
    if (how && hasLostPower(shareBefore, how.share, powerDrop)) return { reason: 'power', sn };
  }
  return undefined;
}

/**
 * Whether all pilot devices have run the firmware long enough and none is on standby. Postponed ones are not waited
 * for.
 */
async function areWell(
  tx: Tx,
  { id, waitMinutes }: CampaignRow,
  canaries: readonly Row[],
  now: number,
): Promise<boolean> {
  const started = canaries.filter(({ state }) => state !== 'postponed' && state !== 'failed');
  const isLong = ({ state, endedAt }: Row) =>
    state === 'confirmed' && endedAt !== null && now - endedAt >= waitMinutes * MINUTE_MS;
  if (!started.every(isLong)) return false;
  const health = await healthOf(
    tx,
    id,
    started.map(({ deviceId }) => deviceId),
    now,
  );
  return started.every(({ deviceId }) => health.get(deviceId)?.state !== 'standby');
}

/** Sends update commands to devices; returns their plants. */
async function sendFirmware(
  tx: Tx,
  campaign: CampaignRow,
  rows: readonly Row[],
  { clock, publicUrl }: Parts,
) {
  const now = clock();
  const { rows: files } = await sql<{ version: string; key: string; sha256: string }>`
    select w.version, f.key, f.sha256 from firmware w join large_files f on f.id = w.file_id
    where w.id = ${campaign.firmwareId}`.execute(tx);
  const { version, key, sha256 } = files[0]!;
  const ids = rows.map(({ deviceId }) => deviceId);
  const health = await healthOf(tx, campaign.id, ids, now);
  await holdDevices(tx, ids);
  const made = await addCommands(
    tx,
    rows.map(({ siteId, deviceId }) => ({
      siteId,
      deviceId,
      requestKey: `campaign ${campaign.id}`,
      wanted: {},
      more: { firmware: { version, url: publicUrl + largeFileAddress(key), sha256 } },
      userId: campaign.userId,
      at: new Date(now),
      expiresAt: new Date(now + EXPIRES_MS),
    })),
  );
  const byDevice = new Map(made.map((one) => [one.deviceId, one.id]));
  await noteSent(
    tx,
    campaign.id,
    rows.flatMap(({ siteId, deviceId }) => {
      const commandId = byDevice.get(deviceId);
      const share = health.get(deviceId)?.share ?? null;
      return commandId === undefined ? [] : [{ siteId, deviceId, commandId, share }];
    }),
    new Date(now),
  );
  await announceCommands(
    tx,
    rows.map(({ sn }) => sn),
  );
  return rows.map(({ siteId }) => siteId);
}
