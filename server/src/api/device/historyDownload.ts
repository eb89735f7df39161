import type { device } from '@helioport/contract/device';
import type { Handler } from '../../access/handler.ts';
import { historyFile } from '../../queries/device/historyFile.ts';
import { findWithParts } from '../../queries/findDevice.ts';

const historyDownload: Handler<typeof device.historyDownload> = async (call) =>
  historyFile(call, await findWithParts(call, call.input));

export default historyDownload;
