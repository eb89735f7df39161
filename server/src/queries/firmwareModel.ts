// What firmware and sets of parameters are for: a product, or a kind of a vendor's devices that are none. Written `BDM-800` and `nep.meter`.

import { partOf } from '@helioport/domain/deviceIdentity';
import { deviceKindNamed, deviceKinds } from '@helioport/domain/deviceKinds';
import { hasParameters } from '@helioport/domain/parameters';
import { knownProducts } from '@helioport/domain/products';
import { type RawBuilder, sql } from 'kysely';
import type { Visible } from '../access/visible.ts';
import type { Tx } from '../platform/db.ts';
import { translate } from '../platform/texts.ts';

const named = (model: string) => knownProducts().find(({ name }) => name === model);

function vendorKindOf(model: string): { vendor: string; kind: string } | undefined {
  const [vendor = '', kind = ''] = model.split('.');
  const isKind = deviceKinds.some(({ key }) => key === kind);
  return isKind && /^[a-z][a-z0-9]{1,15}$/.test(vendor) ? { vendor, kind } : undefined;
}

/** Whether firmware can be for this. */
export const isFirmwareModel = (model: string): boolean =>
  named(model) !== undefined || vendorKindOf(model) !== undefined;

/** Name of the model. */
export function modelTitle(model: string, lan: number): string {
  const other = named(model) ? undefined : vendorKindOf(model);
  return other ? `${translate(lan, `deviceKind.${other.kind}`)} · ${other.vendor}` : model;
}

/** All products, and the kinds of existing devices without a product, each with its texts. */
export async function modelsThere({
  tx,
  lan,
}: {
  tx: Tx;
  lan: number;
}): Promise<{ model: string; modelTitle: string }[]> {
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
  return models.filter(isFirmwareModel).map((model) => ({ model, modelTitle: modelTitle(model, lan) }));
}

/** Whether devices of a model may have parameters. */
export function isSettableModel(model: string): boolean {
  if (named(model)) return true;
  const kind = deviceKindNamed(vendorKindOf(model)?.kind ?? '');
  return kind !== undefined && hasParameters(kind);
}

/** Whether a device has this model, except components and retired devices. Needs `d` = its row. */
export function fitsModel(model: string): RawBuilder<unknown> {
  const whole = sql`d.parent_id is null and d.retired_at is null`;
  const product = named(model);
  if (product) {
    const { vendor, number, modelByte } = product;
    const isByByte =
      modelByte === null ? sql`false` : sql`d.product_number is null and d.model_byte = ${modelByte}`;
    return sql`(${whole} and d.vendor = ${vendor} and (d.product_number = ${number} or (${isByByte})))`;
  }
  const other = vendorKindOf(model);
  if (!other) return sql`false`;
  const bytes = knownProducts().flatMap((one) => (one.modelByte === null ? [] : [one.modelByte]));
  return sql`(${whole} and d.vendor = ${other.vendor} and d.kind = ${other.kind} and d.product_number is null
    and (d.model_byte is null or d.model_byte <> all(${bytes}::int[])))`;
}

/** The models of a device, so that its firmware can be looked up. */
export function modelOfDevice(device: {
  vendor: string;
  kind: string;
  productNumber: number | null;
  modelByte: number | null;
}): string {
  const { vendor, kind, productNumber, modelByte } = device;
  const product = knownProducts().find((one) =>
    productNumber === null
      ? one.modelByte !== null && one.modelByte === modelByte
      : one.number === productNumber,
  );
  return product?.vendor === vendor ? product.name : `${vendor}.${kind}`;
}

/** The model of the device that listens for a device: of a component its main device. Undefined for one not visible. */
export async function modelOfListener(
  { tx, visible }: { tx: Tx; visible: Visible },
  sn: string,
): Promise<string | undefined> {
  const { rows } = await sql<Parameters<typeof modelOfDevice>[0]>`
    select d.vendor, d.kind, d.product_number as "productNumber", d.model_byte as "modelByte"
    from ${visible.devices} d where d.sn = ${partOf(sn).parent ?? sn} and d.retired_at is null`.execute(tx);
  return rows[0] && modelOfDevice(rows[0]);
}
