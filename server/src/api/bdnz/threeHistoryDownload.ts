import type { bdnz } from '@helioport/contract/bdnz';
import { isComposite } from '@helioport/domain/deviceKinds';
import type { Handler } from '../../access/handler.ts';
import { findWithParts } from '../../queries/command/settings.ts';
import { historyFile } from '../../queries/device/historyFile.ts';

const threeHistoryDownload: Handler<typeof bdnz.threeHistoryDownload> = async (call) =>
  historyFile(call, await findWithParts(call, call.input, isComposite));

export default threeHistoryDownload;
