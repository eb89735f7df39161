// Modules that a device brings to a plant.
import { productOf } from '@helioport/domain/products';
import { sql } from 'kysely';
import type { Columns } from '../platform/databaseTypes.ts';
import type { Tx } from '../platform/db.ts';
import type { NewModule } from '../repositories/modules.ts';
import { inputCount } from '../timeseries/catalogue.ts';
import { isProducer, kindNameIn } from '../timeseries/kinds.ts';

/**
 * One module per input of the model, of its components for a composite device, or of the inputs in readings for an
 * unknown model. Positions and ratings are entered later.
 */
export async function inputPlacesOf(tx: Tx, deviceIds: readonly number[]): Promise<NewModule[]> {
  if (deviceIds.length === 0) return [];
  const { rows } = await sql<Columns<'devices', 'id' | 'productNumber' | 'modelByte'> & { channels: number }>`
    select d.id, d.product_number as "productNumber", d.model_byte as "modelByte",
      ${sql.raw(inputCount('l'))} as channels
    from devices d left join latest l on l.site_id = d.site_id and l.device_id = d.id
    where (d.id = any(${deviceIds}::bigint[]) or d.parent_id = any(${deviceIds}::bigint[]))
      and ${kindNameIn('d.kind', isProducer)}
    order by d.id`.execute(tx);
  return rows.flatMap((row) =>
    Array.from({ length: productOf(row)?.inputs ?? row.channels }, (_, i) => ({
      deviceId: row.id,
      addr: i + 1,
      arrayId: null,
      ratedW: 0,
      xM: i,
      yM: 0,
    })),
  );
}
