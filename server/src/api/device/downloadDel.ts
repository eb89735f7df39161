import type { device } from '@helioport/contract/device';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { deleteDownload } from '../../repositories/downloads.ts';

export default handler<typeof device.downloadDel>(async ({ input, me, tx }) => {
  if (!(await deleteDownload(tx, input.id, me.userId))) fail('download.unknown');
  return {};
});
