-- The version that a device runs stands in its row, so that lists are filtered and ordered by it: what it says itself,
-- else what whoever updated it said.
alter table device_words drop constraint device_words_key_check,
  add constraint device_words_key_check
    check (key in ('online', 'firmware', 'cpuVersion', 'ramVersion', 'schedule', 'server', 'update'));
update devices d set wifi_version = w.value #>> '{}'
from device_words w
where w.site_id = d.site_id and w.device_id = d.id and w.key = 'firmware'
  and d.wifi_version is distinct from w.value #>> '{}';
create index devices_version on devices (wifi_version nulls first, id) where retired_at is null and parent_id is null;
create index devices_version_search on devices
  using gin (wifi_version gin_trgm_ops, cpu_version gin_trgm_ops, ram_version gin_trgm_ops);
