// The kind of a device: that of its model, else what it reports, else that of its manufacturer's inverters.
import { type DeviceKindKey, deviceKinds } from '@helioport/domain/deviceKinds';
import { type RawBuilder, sql } from 'kysely';

const inverterKinds = deviceKinds.filter(({ isProducer }) => isProducer).map(({ key }) => key);

/**
 * SQL: the kind of the device `d` with this model. A device that has reported keeps its reported role; the model only
 * determines the kind of inverter.
 */
export const kindOfModel = (productNumber: RawBuilder<unknown>): RawBuilder<string> => sql`coalesce((
  select p.kind from products p where p.number = ${productNumber} and p.vendor = d.vendor
    and (d.first_seen_at is null
      or (p.kind = any(${inverterKinds}::text[]) and d.kind = any(${inverterKinds}::text[])))), d.kind)`;

/**
 * SQL: the kind of the device `d` without a model: the kind that it reports, if known, else `unknown`. A device that
 * has reported keeps its role.
 */
export const kindWithoutModel = (
  reported: DeviceKindKey | null,
  unknown: DeviceKindKey,
): RawBuilder<string> => {
  const kind = reported ?? unknown;
  const isInverter = inverterKinds.includes(kind);
  return sql`case when d.first_seen_at is null or (${isInverter} and d.kind = any(${inverterKinds}::text[]))
    then ${kind} else d.kind end`;
};
