-- How large the store was at the end of each day, so that those who run the house see when their disk will be full.
create table store_days (
  day             date primary key,
  database_bytes  bigint not null,
  -- Null where the database is not on a disk that we see.
  free_bytes      bigint,
  noted_at        timestamptz not null
);

-- What each plant takes in the store, measured plant by plant in the nights.
create table site_sizes (
  site_id       bigint primary key,
  reports       bigint not null,
  -- Of blocks; what stands in rows is estimated where it is shown.
  block_bytes   bigint not null,
  row_reports   bigint not null,
  measured_at   timestamptz not null
);
create index site_sizes_measured on site_sizes (measured_at);
create index site_sizes_reports on site_sizes (reports desc);
