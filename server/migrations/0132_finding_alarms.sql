-- Alarms about findings of the analytics: each finding has its own. 0: an alarm about something else.
alter table alarm add column finding_id bigint not null default 0;
drop index alarm_open;
create unique index alarm_open on alarm (site_id, kind, device_id, finding_id) where ended_at is null;
drop index alarm_cause;
create index alarm_cause on alarm (site_id, kind, device_id, finding_id, ended_at desc);
create index alarm_finding on alarm (site_id, finding_id) where finding_id <> 0;
