// What there is of firmware for one device: the newest of its model, and the campaigns in which it is or was.
import type { battery } from '@helioport/contract/battery';
import type { OutputOf } from '@helioport/contract/endpoint';
import { compareVersions } from '@helioport/domain/versions';
import { sql } from 'kysely';
import type { Services } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { largeFileAddress } from '../../repositories/largeFiles.ts';
import type { LocalizedContext } from '../command/commandRows.ts';
import { modelOfDevice } from '../firmwareModel.ts';
import { ms } from '../found.ts';
import { publishedFirmware } from '../publishedFirmware.ts';
import { reasonText, rolloutTitle } from './words.ts';

type Answer = Pick<OutputOf<typeof battery.hxParamsView>, 'newest' | 'upgrades'>;
type Upgrade = Omit<Answer['upgrades'][number], 'stateTitle'>;

interface CampaignContext extends LocalizedContext {
  services: Pick<Services, 'config'>;
}

/** Campaigns that are shown with a device. */
const NEWEST = 20;

const whole = (at: number | null): number | null => (at === null ? null : Math.round(at));

/** Firmware of the device connected as `sn`, with its reported `version`. */
export async function firmwareFor(
  { tx, visible, lan, services }: CampaignContext,
  sn: string,
  version: string | undefined,
): Promise<Answer> {
  const { rows } = await sql<Parameters<typeof modelOfDevice>[0] & { id: number; siteId: number }>`
    select d.id, d.site_id as "siteId", d.vendor, d.kind, d.product_number as "productNumber",
      d.model_byte as "modelByte"
    from ${visible.devices} d where d.sn = ${sn} and d.retired_at is null`.execute(tx);
  const device = rows[0] ?? fail('device.unknown');
  const model = modelOfDevice(device);
  const newest = (await publishedFirmware(tx, [model])).get(model);
  const upgrades = await sql<Upgrade>`
    select x.campaign_id as "campaignId", w.version as "versionName", w.is_forced as "isForced", x.state, x.reason,
      ${ms(sql`x.sent_at`)} as "sentAt", ${ms(sql`x.ended_at`)} as "endedAt",
      ${ms(sql`x.postponed_until`)} as "postponedUntil"
    from campaign_devices x join campaigns c on c.id = x.campaign_id join firmware w on w.id = c.firmware_id
    where x.device_id = ${device.id} and x.site_id = ${device.siteId}
    order by x.campaign_id desc limit ${NEWEST}`.execute(tx);
  return {
    newest: newest
      ? {
          version: newest.version,
          description: newest.description,
          bytes: newest.bytes,
          sha256: newest.sha256,
          url: services.config.publicUrl + largeFileAddress(newest.key),
          isNewer: version === undefined || compareVersions(newest.version, version) > 0,
        }
      : null,
    upgrades: upgrades.rows.map((row) => ({
      ...row,
      reason: reasonText(lan, row.reason),
      stateTitle: rolloutTitle(lan, row.state),
      sentAt: whole(row.sentAt),
      endedAt: whole(row.endedAt),
      postponedUntil: whole(row.postponedUntil),
    })),
  };
}
