import type { device } from '@helioport/contract/device';
import { handler } from '../../access/handler.ts';
import { historyFile } from '../../queries/device/historyFile.ts';
import { findWithParts } from '../../queries/findDevice.ts';

export default handler<typeof device.historyDownload>(async (call) =>
  historyFile(call, await findWithParts(call, call.input)),
);
