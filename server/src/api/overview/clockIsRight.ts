import type { overview } from '@helioport/contract/overview';
import { demandOperator } from '../../access/grants.ts';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { settleClockNote } from '../../repositories/clockNotes.ts';

export default handler<typeof overview.clockIsRight>(async ({ input, me, tx, now }) => {
  demandOperator(me);
  if (!(await settleClockNote(tx, input.noteId, now))) fail('request.invalid', { field: 'noteId' });
  await writeAudit(tx, me, now, { action: 'clock.isRight', subject: String(input.noteId) });
  return {};
});
