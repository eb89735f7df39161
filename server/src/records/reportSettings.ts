// Table report_settings: which reports and alerts are mailed for a device. A device without a row has the defaults.
import { sql } from 'kysely';
import type { Tx } from '../platform/db.ts';

export interface ReportSettings {
  optionsDaily: boolean;
  optionsWeekly: boolean;
  optionsMonthly: boolean;
  alertHourly: boolean;
  /** True: alerts only between the two hours. */
  alertTime: boolean;
  /** Hours of the plant's day, 0 to 24. */
  alertStart: number;
  alertEnd: number;
}

/** The settings of a device as they stand, defaults where nobody has set any. */
export async function reportSettingsOf(tx: Tx, deviceId: number): Promise<ReportSettings> {
  const { rows } = await sql<ReportSettings>`
    select options_daily as "optionsDaily", options_weekly as "optionsWeekly", options_monthly as "optionsMonthly",
      alert_hourly as "alertHourly", alert_time as "alertTime", alert_start as "alertStart", alert_end as "alertEnd"
    from report_settings where device_id = ${deviceId}`.execute(tx);
  return (
    rows[0] ?? {
      optionsDaily: false,
      optionsWeekly: false,
      optionsMonthly: false,
      alertHourly: false,
      alertTime: false,
      alertStart: 8,
      alertEnd: 17,
    }
  );
}

export async function setReportSettings(tx: Tx, deviceId: number, settings: ReportSettings): Promise<void> {
  const s = settings;
  await sql`
    insert into report_settings (device_id, options_daily, options_weekly, options_monthly, alert_hourly, alert_time,
                                 alert_start, alert_end)
    values (${deviceId}, ${s.optionsDaily}, ${s.optionsWeekly}, ${s.optionsMonthly}, ${s.alertHourly}, ${s.alertTime},
            ${s.alertStart}, ${s.alertEnd})
    on conflict (device_id) do update set options_daily = excluded.options_daily,
      options_weekly = excluded.options_weekly, options_monthly = excluded.options_monthly,
      alert_hourly = excluded.alert_hourly, alert_time = excluded.alert_time,
      alert_start = excluded.alert_start, alert_end = excluded.alert_end`.execute(tx);
}
