-- The power of a plant's day in steps of five minutes, packed (server/src/timeseries/codec/curve.ts): what a chart of the
-- day would else add up from the reports of every device. Only of days that are over and on which many devices reported.
-- It is read while nothing of the day waits to be recomputed, and beside the reports it can always be made again; days
-- from before this table get theirs piece by piece (server/src/jobs/packDays.ts). Packed already: PostgreSQL should not try.
create table site_curve (
  site_id   bigint not null,
  -- Of the plant's calendar.
  day       date not null,
  -- Where the day began when this was made: another zone has its midnight elsewhere.
  start_at  timestamptz not null,
  -- Reports that it is made of: as many as those of which the day itself was summed up.
  samples   int not null,
  bytes     bytea not null,
  primary key (site_id, day)
);
alter table site_curve alter column bytes set storage external;
