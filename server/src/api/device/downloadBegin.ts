import type { device } from '@helioport/contract/device';
import { DOWNLOAD_MOST_DAYS } from '@helioport/contract/deviceDownloads';
import { dayNumber } from '@helioport/domain/periods';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { findDevice } from '../../queries/findDevice.ts';
import { dayOrToday } from '../../queries/found.ts';
import { beginDownload } from '../../repositories/downloads.ts';

export default handler<typeof device.downloadBegin>(async (call) => {
  const { input, me, tx, now, lan } = call;
  const found = await findDevice(call, input);
  const today = dayOrToday(null, found, now);
  const { from, to } = input.rangeDate ?? { from: today, to: today };
  if (dayNumber(to) - dayNumber(from) >= DOWNLOAD_MOST_DAYS) fail('echarts.rangeTooLong');
  const { sid, sn } = found;
  const { format, columns } = input;
  const one = { userId: me.userId, sid, sn, format, lan, columns, from, to };
  return { id: (await beginDownload(tx, one, now)) ?? fail('download.tooMany') };
});
