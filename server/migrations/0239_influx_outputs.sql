-- Output of a plant's readings to a database that accepts line protocol: at most one per plant.
create table influx_outputs (
  site_id      bigint primary key references sites (id) on delete cascade,
  url          text not null check (length(url) between 1 and 500),
  org          text not null check (length(org) <= 100),
  bucket       text not null check (length(bucket) <= 100),
  -- Encrypted; null: the database needs none.
  token        bytea,
  is_active    boolean not null default true,
  -- Since when the portal has stopped sending, and why; null while it sends.
  paused_at    timestamptz,
  paused       text check (paused in ('failures', 'access')),
  created_at   timestamptz not null,
  -- With whose permission it sends.
  created_by   bigint references users (id) on delete set null,
  due_at       timestamptz not null,
  -- Consecutive failed attempts, and since when; null after a success.
  failures     int not null default 0,
  failing_since timestamptz,
  status       int,
  error        text not null default '',
  -- Of the last accepted write.
  sent_at      timestamptz,
  sent_lines   bigint not null default 0
);
create index influx_outputs_due on influx_outputs (due_at) where is_active and paused_at is null;
create index influx_outputs_created_by on influx_outputs (created_by);

-- Readings that an output has not sent, by device and UTC hour: stored with them in one transaction, so that none is
-- missed however late it arrives. Deleted once they were accepted, unless more have arrived since.
create table influx_marks (
  site_id   bigint not null references influx_outputs (site_id) on delete cascade,
  device_id bigint not null,
  hour_at   timestamptz not null,
  from_at   timestamptz not null,
  to_at     timestamptz not null,
  arrivals  bigint not null default 1,
  primary key (site_id, hour_at, device_id)
);
