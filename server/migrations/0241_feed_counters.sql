-- Counters of feeds that start at zero with each start of their program and state when that was.
create table feed_counters (
  site_id     bigint not null,
  feed_id     bigint not null,
  -- Device and name of the value.
  series      text not null check (length(series) between 1 and 300),
  started_at  timestamptz not null,
  -- What earlier starts have counted.
  base_wh     float8 not null,
  last_wh     float8 not null,
  primary key (site_id, feed_id, series),
  foreign key (site_id, feed_id) references feeds (site_id, id) on delete cascade
);
