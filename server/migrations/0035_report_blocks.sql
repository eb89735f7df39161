-- What one device reported on one UTC day, packed (server/src/timeseries/codec/block.ts). Days older than PACK_AFTER_DAYS
-- move here from `report`; what comes late for them stands there until it is merged. UTC days, because a plant's zone may
-- change and a block does not. Deflated already: PostgreSQL should not try again.
create table report_block (
  site_id    bigint not null,
  device_id  bigint not null,
  day        date not null,
  first_at   timestamptz not null,
  last_at    timestamptz not null,
  reports    int not null,
  -- Inputs of the widest report.
  width      smallint not null,
  bytes      bytea not null,
  primary key (site_id, device_id, day)
);
alter table report_block alter column bytes set storage external;
