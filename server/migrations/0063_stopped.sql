-- What stopped within the day (domain/src/stopped.ts), until it works again, and modules that make less than they did
-- (domain/src/weak.ts), until they make as much.
create table stopped (
  site_id    bigint not null,
  device_id  bigint not null,
  key        text not null,
  -- Inputs of dead modules; empty for the device.
  addrs      smallint[] not null,
  begun_at   timestamptz not null,
  primary key (site_id, device_id, key)
);

create table weak_module (
  site_id    bigint not null,
  device_id  bigint not null,
  addr       smallint not null,
  -- First of the good days on which it was weak, in the plant's calendar.
  since_day  date not null,
  -- What it made of the median of its plane before; kept as it was when it was found.
  baseline   double precision not null,
  primary key (site_id, device_id, addr)
);
