// Broker credentials of a device. Available only to users who may change its plant.

import type { OutputOf } from '@helioport/contract/endpoint';
import type { gateway } from '@helioport/contract/gateway';
import { topicOf } from '@helioport/protocol/helioport/topics';
import { sql } from 'kysely';
import type { Services } from '../access/handler.ts';
import type { Columns } from '../platform/databaseTypes.ts';
import type { QueryContext } from './found.ts';
import { refuseEdit } from './refuseEdit.ts';

interface Row extends Columns<'devices', 'id' | 'sn' | 'keyNumber'> {
  siteId: number;
  companyId: number | null;
}

type Named = { sn: string; sid?: string | null | undefined };

/**
 * The device of an `sn` in a plant that the caller may change; fails the call otherwise. A component uses the
 * credentials of its composite device.
 */
export async function keyHolder({ tx, visible }: QueryContext, { sn, sid }: Named): Promise<Row> {
  const which = sql`d.sn = ${sn} and d.parent_id is null and d.retired_at is null`;
  const { rows } = await sql<Row>`
    select d.id, d.site_id as "siteId", s.company_id as "companyId", d.sn, d.key_number as "keyNumber"
    from ${visible.editableSites} s join devices d on d.site_id = s.id
    where ${which} and ${sid ? sql`s.sid = ${sid}` : sql`true`}`.execute(tx);
  return (
    rows[0] ??
    (await refuseEdit({ tx, visible }, sql`select d.site_id from devices d where ${which}`, 'device.unknown'))
  );
}

/** Credentials of a device and its allowed topics. */
export function deviceKeyOf(
  { config, keyOf }: Pick<Services, 'config' | 'keyOf'>,
  { sn, keyNumber }: Pick<Row, 'sn' | 'keyNumber'>,
): OutputOf<typeof gateway.token> {
  return {
    sn,
    broker: config.brokerUrl,
    user: sn,
    token: keyOf(sn, keyNumber),
    topics: [
      { topic: topicOf(sn, 'report'), access: 'publish' },
      { topic: topicOf(sn, 'status'), access: 'publish' },
      { topic: topicOf(sn, 'command'), access: 'subscribe' },
    ],
  };
}
