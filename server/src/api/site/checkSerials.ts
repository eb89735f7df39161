import type { site } from '@helioport/contract/site';
import type { Handler } from '../../access/handler.ts';
import { serialRowsOf } from '../../reads/serialRows.ts';

const checkSerials: Handler<typeof site.checkSerials> = async (call) => ({
  list: await serialRowsOf(
    call,
    call.input.serials.map((serial, i) => ({ row: i + 1, serial, alias: '' })),
  ),
});

export default checkSerials;
