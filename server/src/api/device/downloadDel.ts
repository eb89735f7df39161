import type { device } from '@helioport/contract/device';
import type { Handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { deleteDownload } from '../../repositories/downloads.ts';

const downloadDel: Handler<typeof device.downloadDel> = async ({ input, me, tx }) => {
  if (!(await deleteDownload(tx, input.id, me.userId))) fail('download.unknown');
  return {};
};

export default downloadDel;
