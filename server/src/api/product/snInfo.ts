import type { OutputOf } from '@helioport/contract/endpoint';
import type { product } from '@helioport/contract/product';
import { productOf } from '@helioport/domain/products';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import type { Columns } from '../../platform/databaseTypes.ts';
import { translate } from '../../platform/texts.ts';
import { modelOf } from '../../queries/words.ts';

type Info = OutputOf<typeof product.snInfo>['list'][number];

interface Row extends Columns<'devices', 'sn' | 'kind' | 'productNumber' | 'modelByte'> {
  isInPlant: boolean;
}

/**
 * A serial number in a plant that the caller may not see gets the same response as an unknown one; only the claim
 * reports that it cannot be claimed.
 */
export default handler<typeof product.snInfo>(async ({ input, visible, tx, lan }) => {
  const { rows } = await sql<Row>`
    select d.sn, d.kind, d.product_number as "productNumber", d.model_byte as "modelByte",
      d.site_id is not null as "isInPlant"
    from devices d
    where d.sn = any(${input.sn})
      and (d.site_id is null or d.id in (select v.id from ${visible.devices} v))`.execute(tx);
  const known = new Map(rows.map((row) => [row.sn, row]));
  return { list: input.sn.map((sn) => infoOf(sn, known.get(sn), lan)) };
});

function infoOf(sn: string, row: Row | undefined, lan: number): Info {
  if (!row) return { sn, model: 0, modelName: '', funcList: [], is_exist: false };
  return { sn, ...modelOf(row, lan), funcList: functionsOf(row, lan), is_exist: row.isInPlant };
}

/** Output in W from which a model has the switch between 800 W and its full power. */
const SWITCH_FROM_W = 2000;

/** Functions of a microinverter that the phone app can set on site, in the order that clients expect. */
function functionsOf(row: Row, lan: number): Info['funcList'] {
  const model = productOf(row);
  if (!model) return [];
  const by = (id: number, key: string, way: 'signal_at' | 'signal_ap') => ({
    func_id: id,
    func_name: translate(lan, key),
    signal_mqtt: false,
    signal_bluetooth: false,
    signal_at: false,
    signal_ap: false,
    [way]: true,
  });
  return [
    by(5, 'productFunction.parameters', 'signal_ap'),
    ...(model.ratedW >= SWITCH_FROM_W ? [by(7, 'productFunction.powerSwitch', 'signal_at')] : []),
    by(1, 'productFunction.network', 'signal_ap'),
  ];
}
