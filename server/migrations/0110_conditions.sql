-- The worst open alarm of each device; what is well has no row. It is written with site_verdict, from the same alarms.
create table device_condition (
  site_id    bigint not null,
  device_id  bigint not null,
  -- Key of domain/src/eventKinds.ts.
  kind       text not null,
  -- In the plant's calendar; null where it is not known.
  since_day  date,
  primary key (site_id, device_id)
);

-- Whether the alarm of a plant's own communication loss is open: few, and looked for whenever the worst plants are listed.
alter table site_latest add column is_silent boolean not null default false;
create index site_latest_silent on site_latest (site_id) where is_silent;
update site_latest sl set is_silent = true
from alarm a where a.site_id = sl.site_id and a.kind = 'plantSilent' and a.ended_at is null;

-- Plants and devices that report a fault that endangers people (bits 13 and 14): few, and looked for all the time.
create index site_latest_critical on site_latest (site_id) where status_bits & 24576 <> 0;
create index latest_critical on latest (site_id, device_id) where status_bits & 24576 <> 0;
