-- Alarms about findings of the analytics: each finding has its own. 0: an alarm about something else.
alter table alarm add column finding_id bigint not null default 0;
drop index alarm_open;
create unique index alarm_open on alarm (site_id, kind, device_id, finding_id) where ended_at is null;
drop index alarm_cause;
create index alarm_cause on alarm (site_id, kind, device_id, finding_id, ended_at desc);
create index alarm_finding on alarm (site_id, finding_id) where finding_id <> 0;

-- Findings take the place of the rule of weak modules. What it found ends without a word: the evaluation of the history
-- finds again what is still so.
with ended as (
  update alarm set ended_at = now(), ended = 'gone', is_so = false, is_folded = false
  where kind = 'moduleWeak' and ended_at is null returning site_id, id
)
insert into alarm_step (site_id, alarm_id, at, step) select site_id, id, now(), 'gone' from ended;
delete from device_trouble where key = 'moduleWeak';
update trouble_event set ended_at = now() where key = 'moduleWeak' and ended_at is null;
drop table weak_module;
