// Whom a campaign reaches: devices of a model that listen, in plants that the caller may change.
import { type RawBuilder, sql } from 'kysely';
import type { Visible } from '../../access/visible.ts';
import type { Tx } from '../../platform/db.ts';
import { allOf } from '../../platform/search.ts';
import type { Reached } from '../../repositories/campaigns.ts';
import type { FirmwareRow } from '../../repositories/firmware.ts';
import { fitsModel } from '../firmwareModel.ts';

interface Choice {
  version: string;
  company_id: number | null;
  sid: string;
  /** None: any. */
  sns: readonly string[];
}

interface Who {
  tx: Tx;
  visible: Visible;
}

export interface Reach {
  fitting: number;
  reached: number;
  onlyReport: number;
  current: number;
  busy: number;
}

/** Those that the firmware fits and the choice names, each with the one reason that keeps it out; '' for none. */
const candidates = (visible: Visible, firmware: FirmwareRow, choice: Choice): RawBuilder<unknown> => sql`(
  select d.id, d.site_id, d.version, case
      when d.commands_at is null then 'onlyReport'
      when d.version = ${firmware.version} then 'current'
      when exists (
        select from campaign_devices x join campaigns c on c.id = x.campaign_id
        where x.device_id = d.id and (x.state in ('sent', 'running')
            or (c.state = 'running' and x.state in ('queued', 'postponed')))
      ) then 'busy'
      else '' end as why
  from (
    select d.*, d.wifi_version as version
    from ${visible.editableSites} s join devices d on d.site_id = s.id
    where ${allOf([
      fitsModel(firmware.model),
      choice.company_id !== null && choice.company_id > 0 && sql`s.company_id = ${choice.company_id}`,
      choice.sid && sql`s.sid = ${choice.sid}`,
      choice.sns.length > 0 && sql`d.sn = any(${[...choice.sns]}::text[])`,
    ])}
  ) d
  where ${allOf([choice.version && sql`d.version = ${choice.version}`])})`;

/** How many of them there are, and why others are left out. */
export async function reachOf({ tx, visible }: Who, firmware: FirmwareRow, choice: Choice): Promise<Reach> {
  const { rows } = await sql<Reach>`
    select count(*) as fitting, count(*) filter (where why = '') as reached,
      count(*) filter (where why = 'onlyReport') as "onlyReport", count(*) filter (where why = 'current') as current,
      count(*) filter (where why = 'busy') as busy
    from ${candidates(visible, firmware, choice)} x`.execute(tx);
  return rows[0]!;
}

/**
 * Affected devices in their update order: first one of each plant, so that the first devices are in different
 * locations. At most one more than `most`, to detect too many.
 */
export async function reachedBy(
  { tx, visible }: Who,
  firmware: FirmwareRow,
  choice: Choice,
  most: number,
): Promise<Reached[]> {
  const { rows } = await sql<Reached>`
    select site_id as "siteId", id as "deviceId", version
    from (select *, row_number() over (partition by site_id order by id) as place
      from ${candidates(visible, firmware, choice)} x where why = '') x
    order by place, id limit ${most + 1}`.execute(tx);
  return rows;
}
