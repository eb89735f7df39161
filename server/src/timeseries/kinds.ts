// SQL conditions on device kinds, built from the list in domain/src/deviceKinds.ts. Time-series tables store kinds by
// number, the device table by name.
import {
  type DeviceKind,
  type DeviceRole,
  deviceKindByCode,
  deviceKinds,
} from '@helioport/domain/deviceKinds';
import { type RawBuilder, sql } from 'kysely';

type Which = (kind: DeviceKind) => boolean;

const isOneOf = (column: string, values: readonly string[]): string =>
  values.length === 0 ? 'false' : `${column} in (${values.join(', ')})`;

/** SQL: the number of a kind in `column` is that of one of `which`. */
export const kindNumberIn = (column: string, which: Which): string =>
  isOneOf(
    column,
    deviceKinds.filter(which).map(({ code }) => String(code)),
  );

/** The same for composed statements. */
export const kindNumberSql = (column: string, which: Which): RawBuilder<boolean> =>
  sql.raw<boolean>(kindNumberIn(column, which));

/** SQL: the name of a kind in `column` is that of one of `which`. The names are ours and need no escape. */
export const kindNameIn = (column: string, which: Which): RawBuilder<boolean> =>
  sql.raw<boolean>(
    isOneOf(
      column,
      deviceKinds.filter(which).map(({ key }) => `'${key}'`),
    ),
  );

export const isProducer: Which = (kind) => kind.isProducer;

/** Kinds that do this in their plant. */
export const ofRole =
  (role: DeviceRole): Which =>
  (kind) =>
    kind.role === role;

/** Role of devices of the kind with this number; null without one. */
export const roleOf = (number: number): DeviceRole | null => deviceKindByCode(number)?.role ?? null;
