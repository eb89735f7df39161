// Tables campaigns and campaign_devices: a firmware on its way to many devices.
import type { CampaignState, StopReason } from '@helioport/domain/campaigns';
import { sql } from 'kysely';
import type { Columns } from '../platform/databaseTypes.ts';
import type { Db, Tx } from '../platform/db.ts';

export interface NewCampaign {
  firmwareId: number;
  name: string;
  companyId: number | null;
  userId: number | null;
  canaries: number;
  waitMinutes: number;
  batch: number;
  maxFailures: number;
  powerDrop: number;
}

/** A device that a campaign reaches. */
export interface Reached {
  siteId: number;
  deviceId: number;
  version: string;
}

/** Writes a campaign down that runs from now on, with its devices in the order of their turns. */
export async function createCampaign(
  tx: Tx,
  one: NewCampaign,
  devices: readonly Reached[],
  by: { at: Date; isDemo?: boolean },
): Promise<number> {
  const { rows } = await sql<Columns<'campaigns', 'id'>>`
    insert into campaigns (firmware_id, name, company_id, user_id, state, canaries, wait_minutes, batch, max_failures,
      power_drop, is_demo, created_at)
    values (${one.firmwareId}, ${one.name}, ${one.companyId}, ${one.userId}, 'running', ${one.canaries},
      ${one.waitMinutes}, ${one.batch}, ${one.maxFailures}, ${one.powerDrop}, ${by.isDemo ?? false}, ${by.at})
    returning id`.execute(tx);
  const { id } = rows[0]!;
  await sql`
    insert into campaign_devices (site_id, campaign_id, device_id, position, is_canary, version_before, version_now)
    select site_id, ${id}, device_id, place, place <= ${one.canaries}, version, version
    from unnest(${devices.map(({ siteId }) => siteId)}::bigint[], ${devices.map(({ deviceId }) => deviceId)}::bigint[],
      ${devices.map(({ version }) => version)}::text[]) with ordinality as d (site_id, device_id, version, place)`.execute(
    tx,
  );
  return id;
}

export interface CampaignRow
  extends Columns<
    'campaigns',
    | 'id'
    | 'firmwareId'
    | 'userId'
    | 'name'
    | 'companyId'
    | 'waitMinutes'
    | 'batch'
    | 'maxFailures'
    | 'powerDrop'
    | 'isPastCanary'
    | 'forgiven'
  > {
  state: CampaignState;
}

const columns = sql`id, firmware_id as "firmwareId", user_id as "userId", name, company_id as "companyId", state,
  wait_minutes as "waitMinutes", batch, max_failures as "maxFailures", power_drop as "powerDrop",
  is_past_canary as "isPastCanary", forgiven`;

/** Numbers of the campaigns that run, and of those that stopped while devices were under way. */
export async function openCampaigns(db: Db): Promise<number[]> {
  const { rows } = await sql<Columns<'campaigns', 'id'>>`
    select c.id from campaigns c
    where c.state = 'running' or (c.state = 'stopped' and exists (
      select from campaign_devices d where d.campaign_id = c.id and d.state in ('sent', 'running')))
    order by c.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** A campaign, held until the transaction ends; undefined for none. With `skips`, also where another one holds it. */
export async function lockCampaign(
  tx: Tx,
  id: number,
  { skips = false }: { skips?: boolean } = {},
): Promise<CampaignRow | undefined> {
  const { rows } = await sql<CampaignRow>`
    select ${columns} from campaigns where id = ${id} for update ${sql.raw(skips ? 'skip locked' : '')}`.execute(
    tx,
  );
  return rows[0];
}

/** Stops a held campaign, for the sake of a device where there was one. */
export async function stopCampaign(
  tx: Tx,
  id: number,
  { reason, sn = '', userId = null }: { reason: StopReason; sn?: string; userId?: number | null },
): Promise<void> {
  await sql`
    update campaigns set state = 'stopped', stop_reason = ${reason}, stop_sn = ${sn}, stopped_by = ${userId}
    where id = ${id}`.execute(tx);
}

/** Resumes a stopped campaign after a user has reviewed failures and pilot devices. */
export async function resumeCampaign(tx: Tx, id: number): Promise<void> {
  await sql`
    update campaigns c set state = 'running', stop_reason = null, stop_sn = '', stopped_by = null,
      is_past_canary = c.is_past_canary or not exists (
        select from campaign_devices d where d.campaign_id = c.id and d.is_canary and d.state in ('queued', 'sent', 'running')),
      forgiven = (select count(*) from campaign_devices d where d.campaign_id = c.id and d.state = 'failed')
    where id = ${id}`.execute(tx);
}

/** Notes that the first devices of a held campaign were well for long enough. */
export async function passCanary(tx: Tx, id: number): Promise<void> {
  await sql`update campaigns set is_past_canary = true where id = ${id}`.execute(tx);
}

/** Ends a locked campaign without remaining devices. */
export async function endCampaign(tx: Tx, id: number, at: Date): Promise<void> {
  await sql`update campaigns set state = 'done', ended_at = ${at} where id = ${id}`.execute(tx);
}

/**
 * Copies the outcomes of the commands of a campaign, and returns postponed devices whose delay has ended to the queue.
 * Devices that have left their plant fail.
 */
export async function followCommands(tx: Tx, id: number, at: Date): Promise<void> {
  await sql`
    update campaign_devices d set
      state = case c.state when 'confirmed' then 'confirmed' when 'queued' then 'sent'
        when 'sent' then case when w.value is null then 'sent' else 'running' end else 'failed' end,
      ended_at = c.ended_at,
      reason = case when c.state in ('refused', 'expired', 'withdrawn') then coalesce(nullif(c.refusal, ''), c.state) else '' end,
      version_now = coalesce(f.value #>> '{}', d.version_now)
    from commands c
    left join device_properties w on w.site_id = c.site_id and w.device_id = c.device_id and w.key = 'update'
      and w.value ->> 'state' <> 'failed' and w.reported_at >= c.sent_at
    left join device_properties f on f.site_id = c.site_id and f.device_id = c.device_id and f.key = 'firmware'
    where d.campaign_id = ${id} and d.state in ('sent', 'running')
      and c.site_id = d.site_id and c.id = d.command_id`.execute(tx);
  await sql`
    update campaign_devices d set state = 'failed', ended_at = ${at}, reason = 'gone'
    from devices v
    where d.campaign_id = ${id} and d.state in ('queued', 'postponed') and v.id = d.device_id
      and (v.site_id is distinct from d.site_id or v.retired_at is not null)`.execute(tx);
  await sql`
    update campaign_devices set state = 'queued', postponed_until = null
    where campaign_id = ${id} and state = 'postponed' and postponed_until <= ${at}`.execute(tx);
}

/** Records commands sent to devices. */
export async function noteSent(
  tx: Tx,
  id: number,
  sent: readonly { siteId: number; deviceId: number; commandId: number; share: number | null }[],
  at: Date,
): Promise<void> {
  await sql`
    update campaign_devices d set state = 'sent', sent_at = ${at}, command_id = s.command_id, share_before = s.share
    from unnest(${sent.map((one) => one.siteId)}::bigint[], ${sent.map((one) => one.deviceId)}::bigint[],
      ${sent.map((one) => one.commandId)}::bigint[], ${sent.map((one) => one.share)}::real[])
      as s (site_id, device_id, command_id, share)
    where d.campaign_id = ${id} and d.site_id = s.site_id and d.device_id = s.device_id`.execute(tx);
}

/** Postpones a queued device, or returns it to the queue (null); false if it is not queued. */
export async function postpone(
  tx: Tx,
  {
    siteId,
    campaignId,
    deviceId,
    until,
  }: { siteId: number; campaignId: number; deviceId: number; until: Date | null },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update campaign_devices set state = ${until ? 'postponed' : 'queued'}, postponed_until = ${until}
    where site_id = ${siteId} and campaign_id = ${campaignId} and device_id = ${deviceId}
      and state in ('queued', 'postponed')`.execute(tx);
  return numAffectedRows === 1n;
}
