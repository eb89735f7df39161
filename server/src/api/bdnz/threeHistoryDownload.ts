import type { bdnz } from '@helioport/contract/bdnz';
import { isComposite } from '@helioport/domain/deviceKinds';
import { handler } from '../../access/handler.ts';
import { findWithParts } from '../../queries/command/settings.ts';
import { historyFile } from '../../queries/device/historyFile.ts';

export default handler<typeof bdnz.threeHistoryDownload>(async (call) =>
  historyFile(call, await findWithParts(call, call.input, isComposite)),
);
