import type { device } from '@helioport/contract/device';
import type { Handler } from '../../access/handler.ts';
import { historyFile } from '../../reads/device/historyFile.ts';
import { findWithParts } from '../../reads/findDevice.ts';

const historyDownload: Handler<typeof device.historyDownload> = async (call) =>
  historyFile(call, await findWithParts(call, call.input));

export default historyDownload;
