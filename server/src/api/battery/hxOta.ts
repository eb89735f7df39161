import type { battery } from '@helioport/contract/battery';
import { fetchesFirmware } from '@helioport/domain/deviceKinds';
import type { Firmware } from '@helioport/domain/deviceSettings';
import { type Call, handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { findOfKind, sendSettings } from '../../queries/command/settings.ts';
import { modelOfListener } from '../../queries/firmwareModel.ts';
import { publishedVersion } from '../../queries/publishedFirmware.ts';
import { largeFileAddress } from '../../repositories/largeFiles.ts';

type Ota = Call<typeof battery.hxOta>;

export default handler<typeof battery.hxOta>(async (call) => {
  const { minutes, requestId } = call.input;
  const found = await findOfKind(call, call.input, fetchesFirmware);
  const firmware = await publishedFirmwareOf(call, found.sn);
  return sendSettings(call, found, { values: {}, more: { firmware }, minutes, requestId });
});

/** The published firmware of the device that the input names by version, address and hash; ends the call otherwise. */
async function publishedFirmwareOf({ input, tx, visible, services }: Ota, sn: string): Promise<Firmware> {
  const model = (await modelOfListener({ tx, visible }, sn)) ?? fail('device.unknown');
  const published = await publishedVersion(tx, { model, version: input.version });
  if (!published) return fail('firmware.notPublished');
  const { version, key, sha256 } = published;
  const url = services.config.publicUrl + largeFileAddress(key);
  return input.url === url && input.sha256 === sha256
    ? { version, url, sha256 }
    : fail('firmware.notPublished');
}
