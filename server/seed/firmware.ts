// Firmware of the demo data, and its campaigns: one that is running and one stopped by its pilot device.
import { demoCampaigns, demoFirmware } from '@helioport/demo/firmware';
import { sql } from 'kysely';
import type { Tx } from '../src/platform/db.ts';
import { createCampaign, type Reached, stopCampaign } from '../src/repositories/campaigns.ts';
import { createFirmware } from '../src/repositories/firmware.ts';
import { seedFile } from './documents.ts';

const FACTORY_VERSION = '1.4.0';
const BYTES = 300_000;
/** The one that runs is to be seen for a while. */
const WAIT_MINUTES = 2_880;

/** Bytes that look like a firmware: a mark, and noise that is the same in every run. */
function imageOf(mark: string): Buffer {
  const image = Buffer.alloc(BYTES);
  let state = 1;
  for (let i = 0; i < BYTES; i++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    image[i] = state >>> 24;
  }
  image.write(mark, 'latin1');
  return image;
}

export async function seedFirmware(tx: Tx, userId: number | null, now: number): Promise<void> {
  const at = new Date(now);
  const ids = new Map<string, number>();
  for (const { mark, model, version, ...rest } of demoFirmware) {
    const name = `${model}-${version}.bin`;
    const data = imageOf(mark);
    const fileId = await seedFile(tx, {
      purpose: 'firmware',
      name,
      mime: 'application/octet-stream',
      data,
      now,
    });
    const id = await createFirmware(
      tx,
      { ...rest, model, version, fileId, isPublished: true },
      { userId, at, isDemo: true },
    );
    if (id !== undefined) ids.set(version, id);
  }
  for (const { name, version, serials, failure } of demoCampaigns) {
    const { rows } = await sql<Reached>`
      select d.site_id as "siteId", d.id as "deviceId", ${FACTORY_VERSION} as version
      from unnest(${[...serials]}::text[]) with ordinality as s (serial, place)
      join devices d on d.vendor = 'nep' and d.serial = s.serial and d.part = '' order by s.place`.execute(
      tx,
    );
    const id = await createCampaign(
      tx,
      {
        name,
        userId,
        firmwareId: ids.get(version) ?? 0,
        companyId: null,
        canaries: 1,
        waitMinutes: WAIT_MINUTES,
        batch: 20,
        maxFailures: 3,
        powerDrop: 30,
      },
      rows,
      { at, isDemo: true },
    );
    if (failure === undefined) continue;
    await sql`
      update campaign_devices set state = 'failed', reason = ${failure}, sent_at = ${at}, ended_at = ${at}
      where campaign_id = ${id} and is_canary`.execute(tx);
    await stopCampaign(tx, id, { reason: 'canary', sn: serials[0] ?? '' });
  }
}
