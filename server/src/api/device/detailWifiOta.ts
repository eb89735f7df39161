import type { device } from '@helioport/contract/device';
import { compareVersions } from '@helioport/domain/versions';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import type { Columns } from '../../platform/databaseTypes.ts';
import { modelOfDevice } from '../../queries/firmwareModel.ts';
import { publishedFirmware } from '../../queries/publishedFirmware.ts';
import { largeFileAddress } from '../../repositories/largeFiles.ts';

const UPDATE = 1;
const NO_UPDATE = 2;

interface Row extends Columns<'devices', 'sn' | 'vendor' | 'kind' | 'productNumber' | 'modelByte'> {
  version: string;
}

/**
 * Recommends the latest published firmware of the model if newer than the installed version. Callers who may see the
 * device get its installed version; others get their own input back, without a recommendation.
 */
export default handler<typeof device.detailWifiOta>(async ({ input, visible, tx, services }) => {
  const sns = input.wifiSn.map(({ sn }) => sn);
  const { rows } = await sql<Row>`
    select d.sn, d.wifi_version as version, d.vendor, d.kind, d.product_number as "productNumber",
      d.model_byte as "modelByte"
    from ${visible.devices} d where d.sn = any(${sns})`.execute(tx);
  const known = new Map(rows.map((row) => [row.sn, { ...row, model: modelOfDevice(row) }]));
  const models = [...new Set([...known.values()].map(({ model }) => model))];
  const published = await publishedFirmware(tx, models);
  return input.wifiSn.map(({ sn, wifiVersion: reported }) => {
    const one = known.get(sn);
    const wifiVersion = one?.version || reported;
    const newest = one && published.get(one.model);
    const isNewer = newest !== undefined && compareVersions(newest.version, wifiVersion) > 0;
    return {
      sn: sn.toLowerCase(),
      wifiVersion,
      advice: isNewer ? UPDATE : NO_UPDATE,
      address: isNewer ? services.config.publicUrl + largeFileAddress(newest.key) : '',
    };
  });
});
