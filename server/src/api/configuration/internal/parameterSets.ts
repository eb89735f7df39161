// What calls about sets of parameters share: whose they are, and what they may hold.
import { entriesOf, gridCodeNamed, isAllowed } from '@helioport/domain/parameters';
import { sql } from 'kysely';
import { fail } from '../../../platform/failure.ts';
import type { LocalizedContext } from '../../../queries/command/commandRows.ts';
import type { CommandToChange } from '../../../queries/command/decide.ts';
import { isSettableModel } from '../../../queries/firmwareModel.ts';
import {
  findRun,
  findSet,
  type RunRow,
  type SetFields,
  type SetRow,
} from '../../../repositories/parameterSets.ts';
import { isOfHis, mayListRun } from './ofCompanies.ts';

const LOOKS = { holds: false };
const CHANGES = { holds: true };

/** A set that the caller may see; else the call ends. */
export async function setOf({ tx, me }: LocalizedContext, id: number, how = LOOKS): Promise<SetRow> {
  const set = await findSet(tx, id, how);
  return set && isOfHis(me, set.companyId) ? set : fail('parameterSet.unknown');
}

/** The same, held until the transaction ends. */
export const setToChange = (call: LocalizedContext, id: number): Promise<SetRow> => setOf(call, id, CHANGES);

/** A run that the caller may see; else the call ends. */
export async function runOf({ tx, me, visible }: LocalizedContext, id: number, how = LOOKS): Promise<RunRow> {
  const run = await findRun(tx, id, how);
  if (!run) return fail('parameterRun.unknown');
  const { rows } = await sql`
    select 1 from parameter_runs r where r.id = ${id} and ${mayListRun(me, visible.editableSites)}`.execute(
    tx,
  );
  return rows.length > 0 ? run : fail('parameterRun.unknown');
}

/** The same, held until the transaction ends. */
export const runToChange = (call: LocalizedContext, id: number): Promise<RunRow> => runOf(call, id, CHANGES);

/** Fails the call if a set is empty, has an unsupported model, or exceeds its grid code. */
export function demandGoodSet({ model, gridCode, values }: SetFields): void {
  const code = gridCodeNamed(gridCode) ?? fail('configuration.noGridCode');
  const entries = entriesOf(values);
  if (entries.length === 0) fail('configuration.noValues');
  if (model !== '' && !isSettableModel(model)) fail('configuration.modelUnknown');
  if (!entries.every(([parameter, value]) => isAllowed(parameter, value, code)))
    fail('configuration.outOfRange');
}

/** Unsent commands of a run, in plants that the caller may change. */
export async function openOf(
  { tx, visible }: LocalizedContext,
  run: RunRow,
  states: readonly ('waiting' | 'queued')[],
): Promise<CommandToChange[]> {
  const { rows } = await sql<CommandToChange>`
    select c.id, s.id as "siteId", s.company_id as "companyId", d.sn, c.user_id as "requesterId"
    from parameter_run_devices r join ${visible.editableSites} s on s.id = r.site_id
    join commands c on c.site_id = r.site_id and c.id = r.command_id join devices d on d.id = r.device_id
    where r.run_id = ${run.id} and c.state = any(${[...states]}::text[]) order by c.id`.execute(tx);
  return rows;
}
