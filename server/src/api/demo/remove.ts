import type { demo } from '@helioport/contract/demo';
import { demandOperator } from '../../access/grants.ts';
import { handler } from '../../access/handler.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { beginDemoRemoval } from '../../repositories/demo.ts';

export default handler<typeof demo.remove>(async ({ me, tx, now }) => {
  demandOperator(me);
  if (!(await beginDemoRemoval(tx))) return {};
  await writeAudit(tx, me, now, { action: 'demo.remove', subject: '' });
  return {};
});
