import type { user } from '@helioport/contract/user';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import type { Columns } from '../../platform/databaseTypes.ts';
import { fail } from '../../platform/failure.ts';
import { contactOf } from '../../repositories/companies.ts';
import { companyRows } from './internal/companyRows.ts';

export default handler<typeof user.companyDetail>(async ({ input, me, visible, tx }) => {
  const { rows } = await sql<Columns<'companies', 'id'>>`
    select c.id from ${visible.companies} c where c.id = ${input.companyId}`.execute(tx);
  const { id } = rows[0] ?? fail('company.unknown');
  const [row] = await companyRows(tx, [id], me, visible);
  const contact = await contactOf(tx, id);
  return row && contact ? { ...row, ...contact } : fail('company.unknown');
});
