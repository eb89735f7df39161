import type { pv } from '@helioport/contract/pv';
import { sql } from 'kysely';
import type { Handler } from '../../access/handler.ts';
import { refuseEdit } from '../../reads/refuseEdit.ts';
import { writeAudit } from '../../records/audit.ts';
import { reportSettingsOf, setReportSettings } from '../../records/reportSettings.ts';

interface Row {
  id: number;
  siteId: number;
  companyId: number | null;
}

const snReportSetUp: Handler<typeof pv.snReportSetUp> = async (call) => {
  const { input, me, visible, tx, now } = call;
  const isAsked = sql`d.sn = ${input.sn} and (${input.sid ?? null}::text is null or s.sid = ${input.sid ?? null})`;
  const { rows } = await sql<Row>`
    select d.id, s.id as "siteId", s.company_id as "companyId"
    from devices d join ${visible.editableSites} s on s.id = d.site_id
    where ${isAsked}`.execute(tx);
  const plants = sql`select s.id from devices d join sites s on s.id = d.site_id where ${isAsked}`;
  const device = rows[0] ?? (await refuseEdit(call, plants, 'device.unknown'));

  const before = await reportSettingsOf(tx, device.id);
  const hour = (given: string | null | undefined, known: number) => Number(given ?? known);
  const { optionsDaily, optionsWeekly, optionsMonthly, alertHourly, alertTime, from } = input;
  const after = {
    optionsDaily,
    optionsWeekly,
    optionsMonthly,
    alertHourly,
    alertTime,
    alertStart: hour(input.alertStart ?? from[0], before.alertStart),
    alertEnd: hour(input.alertEnd ?? from[1], before.alertEnd),
  };
  await setReportSettings(tx, device.id, after);
  await writeAudit(tx, {
    at: new Date(now),
    userId: me.userId,
    action: 'pv.snReportSetUp',
    subject: input.sn,
    siteId: device.siteId,
    ...(device.companyId === null ? {} : { companyId: device.companyId }),
    detail: { before, after },
  });
  return {};
};

export default snReportSetUp;
