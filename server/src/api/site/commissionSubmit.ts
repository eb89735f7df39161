import type { site } from '@helioport/contract/site';
import { isOpenCheck, keyOfCheck } from '@helioport/domain/commissioning';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { checklistOf } from '../../queries/commission/checklist.ts';
import { findSite } from '../../queries/findSite.ts';
import { siteToChange } from '../../queries/siteToChange.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { keepCommissioning } from '../../repositories/commissionings.ts';
import { commissionSite } from '../../repositories/sites.ts';
import { commissionAnswer } from './internal/commission.ts';

export default handler<typeof site.commissionSubmit>(async (call) => {
  const { input, tx, me, now } = call;
  const { sid, note, reason } = input;
  const { id, companyId } = await siteToChange(call, sid);
  if (!(await commissionSite(tx, id, now))) fail('site.commissioned');
  // Evaluated again, because the displayed checks may be outdated.
  const checks = await checklistOf(tx, await findSite(call, sid), now);
  const open = checks.filter(isOpenCheck);
  if (open.length > 0 && reason === '') fail('site.reasonNeeded');
  await keepCommissioning(tx, id, {
    note,
    checks,
    now,
    userId: me.userId,
    reason: open.length > 0 ? reason : '',
  });
  await writeAudit(tx, me, now, {
    action: 'site.commission',
    subject: sid,
    siteId: id,
    companyId,
    detail: open.length > 0 ? { open: open.map(keyOfCheck).join(', '), reason } : {},
  });
  return commissionAnswer(call, sid);
});
