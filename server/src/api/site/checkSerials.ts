import type { site } from '@helioport/contract/site';
import { handler } from '../../access/handler.ts';
import { serialRowsOf } from '../../queries/serialRows.ts';

export default handler<typeof site.checkSerials>(async (call) => ({
  list: await serialRowsOf(
    call,
    call.input.serials.map((serial, i) => {
      const modelNumber = call.input.modelNumbers[i] || null;
      return { row: i + 1, serial, alias: '', modelNumber };
    }),
  ),
}));
