-- Standard terms for the reasons why a firmware campaign stopped.
alter table campaigns drop constraint campaigns_stop_reason_check;
update campaigns set stop_reason = case stop_reason when 'person' then 'user' else 'notReporting' end
where stop_reason in ('person', 'silent');
alter table campaigns add constraint campaigns_stop_reason_check
  check (stop_reason in ('user', 'canary', 'failures', 'notReporting', 'power'));
