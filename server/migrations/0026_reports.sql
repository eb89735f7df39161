-- Reports are a person's: whoever sees a plant says for himself what he is sent of it.

-- What was set for a device becomes what the owner of its plant is sent.
alter table report_settings rename to report_settings_of_devices;

create table report_settings (
  site_id       bigint not null references sites (id) on delete cascade,
  user_id       bigint not null references users (id) on delete cascade,
  -- Since when he wants each of them; null: he does not. A period that was over by then is not sent.
  daily         timestamptz,
  weekly        timestamptz,
  monthly       timestamptz,
  yearly        timestamptz,
  -- First day of the newest period of each kind that was sent.
  daily_sent    date,
  weekly_sent   date,
  monthly_sent  date,
  yearly_sent   date,
  -- Null: the language of his account.
  language_code smallint,
  with_pdf      boolean not null default true,
  alert_hourly  boolean not null default false,
  alert_time    boolean not null default false,
  alert_start   smallint not null default 8 check (alert_start between 0 and 24),
  alert_end     smallint not null default 17 check (alert_end between 0 and 24),
  primary key (site_id, user_id)
);
create index report_settings_user on report_settings (user_id);
create index report_settings_wanted on report_settings (site_id)
  where coalesce(daily, weekly, monthly, yearly) is not null;

insert into report_settings (site_id, user_id, daily, weekly, monthly, alert_hourly, alert_time, alert_start, alert_end)
select s.id, s.owner_id,
  case when bool_or(r.options_daily) then now() end, case when bool_or(r.options_weekly) then now() end,
  case when bool_or(r.options_monthly) then now() end, bool_or(r.alert_hourly), bool_or(r.alert_time),
  min(r.alert_start), max(r.alert_end)
from report_settings_of_devices r
join devices d on d.id = r.device_id
join sites s on s.id = d.site_id
where s.owner_id is not null
group by s.id, s.owner_id;
drop table report_settings_of_devices;

alter table mails
  -- A file that goes with the mail; its bytes go once it is sent.
  add column file_name       text not null default '',
  add column file            bytea,
  -- Where one click ends mails of this kind (RFC 8058); '' for mails that nobody can refuse.
  add column unsubscribe_url text not null default '';
create index mails_with_file on mails (created_at) where file is not null;
