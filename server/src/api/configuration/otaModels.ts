import type { configuration } from '@helioport/contract/configuration';
import { knownProducts } from '@helioport/domain/products';
import { sql } from 'kysely';
import type { Handler } from '../../access/handler.ts';
import { isFirmwareModel, modelTitle } from '../../reads/firmwareModel.ts';

const otaModels: Handler<typeof configuration.otaModels> = async ({ tx, lan }) => {
  // From one pair of vendor and kind to the next by the index, so that no device is read.
  const { rows } = await sql<{ model: string }>`
    with recursive pairs as (
      (select vendor, kind from devices where parent_id is null and retired_at is null order by vendor, kind limit 1)
      union all
      select n.vendor, n.kind from pairs p cross join lateral (
        select vendor, kind from devices
        where parent_id is null and retired_at is null and (vendor, kind) > (p.vendor, p.kind)
        order by vendor, kind limit 1) n
    )
    select vendor || '.' || kind as model from pairs`.execute(tx);
  const models = [...knownProducts().map(({ name }) => name), ...rows.map(({ model }) => model)];
  return {
    list: models.filter(isFirmwareModel).map((model) => ({ model, modelTitle: modelTitle(model, lan) })),
  };
};

export default otaModels;
