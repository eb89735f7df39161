// The one case that a call names, as far as its caller may change it.
import { sql } from 'kysely';
import type { Visible } from '../../../access/visible.ts';
import type { Tx } from '../../../platform/db.ts';
import { fail } from '../../../platform/failure.ts';
import type { CaseId } from '../../../repositories/cases.ts';

interface Named extends CaseId {
  isClosed: boolean;
}

/** Finds and locks a case until the call ends; fails the call if it is unknown or its plant may not be changed. */
export async function anyCase({ tx, visible }: { tx: Tx; visible: Visible }, id: number): Promise<Named> {
  const { rows } = await sql<Named & { mayEdit: boolean }>`
    select c.site_id as "siteId", c.id, c.closed_at is not null as "isClosed",
      c.site_id in (select e.id from ${visible.editableSites} e) as "mayEdit"
    from cases c where c.id = ${id} and c.site_id in (select v.id from ${visible.sites} v) for update of c`.execute(
    tx,
  );
  const found = rows[0] ?? fail('case.unknown');
  if (!found.mayEdit) fail('site.notEditable');
  return found;
}

/** The same for an open case. */
export async function activeCase(call: { tx: Tx; visible: Visible }, id: number): Promise<CaseId> {
  const found = await anyCase(call, id);
  if (found.isClosed) fail('case.closed');
  return found;
}
