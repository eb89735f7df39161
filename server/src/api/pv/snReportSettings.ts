import type { pv } from '@helioport/contract/pv';
import { sql } from 'kysely';
import type { Handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { reportSettingsOf } from '../../records/reportSettings.ts';

const snReportSettings: Handler<typeof pv.snReportSettings> = async ({ input, visible, tx }) => {
  const { rows } = await sql<{ id: number }>`
    select d.id from devices d join ${visible.sites} s on s.id = d.site_id
    where d.sn = ${input.sn} and (${input.sid ?? null}::text is null or s.sid = ${input.sid ?? null})`.execute(
    tx,
  );
  const { id } = rows[0] ?? fail('device.unknown');
  const { alertStart, alertEnd, ...flags } = await reportSettingsOf(tx, id);
  return { sn: input.sn, ...flags, alertStart: String(alertStart), alertEnd: String(alertEnd) };
};

export default snReportSettings;
