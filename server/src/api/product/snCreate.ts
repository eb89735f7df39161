import type { product } from '@helioport/contract/product';
import { SERIALS_ENTERED_MAX } from '@helioport/contract/productSerials';
import { firstVendor } from '@helioport/domain/deviceIdentity';
import { productByNumber } from '@helioport/domain/products';
import { serialRange } from '@helioport/domain/serialRange';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { companyOfEntry, demandStockKeeper, enterRows } from './internal/entry.ts';

export default handler<typeof product.snCreate>(async (call) => {
  demandStockKeeper(call.me);
  const { model, batch, isTrial } = call.input;
  const companyId = companyOfEntry(call.me, call.input.companyId);
  // A bare serial number is of the manufacturer of the selected model.
  const vendor = productByNumber(model ?? 0)?.vendor ?? firstVendor;
  const withVendor = (typed: string) => {
    const serial = typed.trim();
    return serial === '' || serial.includes('.') || vendor === firstVendor ? serial : `${vendor}.${serial}`;
  };
  const sn = call.input.sn.map(withVendor);
  const [from, to] = [withVendor(call.input.from), withVendor(call.input.to)];
  const range =
    from === '' && to === ''
      ? []
      : (serialRange(from, to, SERIALS_ENTERED_MAX) ?? fail('serial.range', { max: SERIALS_ENTERED_MAX }));
  const serials = [...sn, ...range];
  if (serials.length > SERIALS_ENTERED_MAX) fail('serial.range', { max: SERIALS_ENTERED_MAX });
  const rows = serials.map((serial, i) => ({ row: i + 1, serial, model: '', batch }));
  return await enterRows(call, rows, { model, companyId, isTrial });
});
