import type { pv } from '@helioport/contract/pv';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { saveSettings } from './internal/saveSettings.ts';

export default handler<typeof pv.reportSetUp>(async (call) => {
  const { sid, alertHourly, alertTime, alertStart, alertEnd, ...wanted } = call.input;
  const { rows } = await sql<{ siteId: number; companyId: number | null }>`
    select s.id as "siteId", s.company_id as "companyId" from ${call.visible.sites} s where s.sid = ${sid}`.execute(
    call.tx,
  );
  const site = rows[0] ?? fail('site.unknown');
  await saveSettings({
    ...call,
    site,
    subject: sid,
    change: (before) => ({
      ...wanted,
      alertHourly: alertHourly ?? before.alertHourly,
      alertTime: alertTime ?? before.alertTime,
      alertStart: alertStart ?? before.alertStart,
      alertEnd: alertEnd ?? before.alertEnd,
    }),
  });
  return {};
});
