import type { site } from '@helioport/contract/site';
import type { Handler } from '../../access/handler.ts';
import { serialRowsOf } from '../../queries/serialRows.ts';

const checkSerials: Handler<typeof site.checkSerials> = async (call) => ({
  list: await serialRowsOf(
    call,
    call.input.serials.map((serial, i) => {
      const modelNumber = call.input.modelNumbers[i] || null;
      return { row: i + 1, serial, alias: '', modelNumber };
    }),
  ),
});

export default checkSerials;
