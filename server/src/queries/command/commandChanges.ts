// The parameters of commands with their last known values, for the audit log.
import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';
import type { CommandOf } from '../../repositories/commands.ts';

export type CommandChanges = Record<string, { from: number | null; to: number }>;

/** By command ID: the current value of each parameter as the device last reported it (null: never), and the wanted one. */
export async function changesOfCommands(
  tx: Tx,
  commands: readonly CommandOf[],
): Promise<Map<number, CommandChanges>> {
  const { rows } = await sql<{ id: number; changes: CommandChanges }>`
    select c.id, coalesce((
        select jsonb_object_agg(w.key, jsonb_build_object('from', p.value, 'to', w.value))
        from jsonb_each(c.wanted) w
        left join device_parameters p on p.site_id = c.site_id and p.device_id = c.device_id and p.key = w.key
      ), '{}') as changes
    from commands c
    where c.site_id = any(${commands.map(({ siteId }) => siteId)}::bigint[])
      and c.id = any(${commands.map(({ id }) => id)}::bigint[])`.execute(tx);
  return new Map(rows.map(({ id, changes }) => [id, changes]));
}
