// The kind that a model gives a device.
import { deviceKinds } from '@helioport/domain/deviceKinds';
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
