import type { bdnz } from '@helioport/contract/bdnz';
import { isMachine } from '@helioport/domain/deviceKinds';
import type { Handler } from '../../access/handler.ts';
import { findMachine } from '../../queries/command/settings.ts';
import { historyFile } from '../../queries/device/historyFile.ts';

const threeHistoryDownload: Handler<typeof bdnz.threeHistoryDownload> = async (call) =>
  historyFile(call, await findMachine(call, call.input, isMachine));

export default threeHistoryDownload;
