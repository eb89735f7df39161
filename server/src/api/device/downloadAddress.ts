import type { device } from '@helioport/contract/device';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { findDevice } from '../../queries/findDevice.ts';
import { addressDownload, ownDownload } from '../../repositories/downloads.ts';
import { largeFileAddress } from '../../repositories/largeFiles.ts';

export default handler<typeof device.downloadAddress>(async (call) => {
  const { input, me, tx, now } = call;
  const own = (await ownDownload(tx, input.id, me.userId)) ?? fail('download.unknown');
  await findDevice(call, own);
  if (own.state !== 'done' || own.fileId === null) return fail('download.notDone');
  return { address: largeFileAddress(await addressDownload(tx, input.id, own.fileId, now)) };
});
