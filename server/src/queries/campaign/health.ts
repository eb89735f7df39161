// Health of devices after a firmware update: whether they report, and their power compared with their siblings.
import { powerShare } from '@helioport/domain/campaigns';
import { isLive, reportingStateAt, type StateKey } from '@helioport/domain/state';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';
import { devicePowerSql, deviceReceivedAt, deviceStatusSql } from '../../timeseries/current/state.ts';

interface Health {
  deviceId: number;
  /** `standby`: undetermined, because the sun is down. `notReporting`: expected to report. */
  state: 'reporting' | 'standby' | 'notReporting';
  /** Power relative to the mean of its siblings; null if unknown. */
  share: number | null;
}

/** Missing readings indicate no fault in a device that has never reported. */
function howIs(state: StateKey, hasReported: boolean): Health['state'] {
  if (isLive(state) || !hasReported) return 'reporting';
  return state === 'asleep' || state === 'stale' ? 'standby' : 'notReporting';
}

/**
 * Health of these devices. Siblings are live devices of the same kind in the same plant that the campaign has not
 * updated yet; updated ones are no reference.
 */
export async function healthOf(
  tx: Tx,
  campaignId: number,
  ids: readonly number[],
  now: number,
): Promise<Map<number, Health>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{
    deviceId: number;
    reportingRank: number;
    hasReported: boolean;
    ownW: number;
    siblingsW: number[];
  }>`
    select d.id as "deviceId", ${deviceStatusSql(now)} as "reportingRank", ${deviceReceivedAt} is not null as "hasReported",
      ${devicePowerSql(now)} / 10.0 as "ownW", array(
      select ${devicePowerSql(now)} / 10.0 from devices o
      join latest l on l.site_id = o.site_id and l.device_id = o.id
      where o.site_id = d.site_id and o.kind = d.kind and o.id <> d.id and o.retired_at is null
        and ${devicePowerSql(now)} > 0
        and not exists (select from campaign_devices x where x.site_id = o.site_id and x.campaign_id = ${campaignId}
          and x.device_id = o.id and x.state in ('sent', 'running', 'confirmed', 'failed'))) as "siblingsW"
    from devices d
    join sites s on s.id = d.site_id
    left join latest l on l.site_id = d.site_id and l.device_id = d.id
    where d.id = any(${[...ids]}::bigint[])`.execute(tx);
  return new Map(
    rows.map(({ deviceId, reportingRank, hasReported, ownW, siblingsW }) => {
      const { state } = reportingStateAt(reportingRank);
      const share = isLive(state) ? powerShare(ownW, siblingsW) : null;
      return [deviceId, { deviceId, state: howIs(state, hasReported), share }];
    }),
  );
}
