import type { auth } from '@helioport/contract/auth';
import type { OutputOf } from '@helioport/contract/endpoint';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { roleTitle } from './internal/role.ts';

type Role = OutputOf<typeof auth.roleListSystem>['list'][number];

export default handler<typeof auth.roleListSystem>(async ({ visible, tx, lan }) => {
  const { rows } = await sql<Role>`
    select g.id, g.name, ${roleTitle(lan)} as title, g.scope, g.reads_only as "readsOnly", g.is_system as "isSystem"
    from ${visible.assignableRoles} g order by g.id`.execute(tx);
  return { list: rows };
});
