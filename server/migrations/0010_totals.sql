-- Totals that stay right, and do not cost more with every year.

-- Days of one plant are recomputed one after the other: who takes days passes over the plants at which somebody works,
-- and reads the oldest marks of all plants without sorting them.
create index dirty_day_taken on dirty_day (taken_at) where taken_at is not null;
create index dirty_day_order on dirty_day (day, site_id);

-- The sum of all rolled-up days of a device (addr 0) and of its inputs (addr from 1), so that the sum of the days before
-- the newest one needs no day of the past. Changed by the roll-up alone, together with the day.
create table device_total (
  site_id    bigint not null,
  device_id  bigint not null,
  addr       smallint not null,
  energy_wh  double precision not null,
  primary key (site_id, device_id, addr)
);
insert into device_total (site_id, device_id, addr, energy_wh)
select site_id, device_id, 0, round(sum(energy_wh) * 10) / 10 from device_day group by 1, 2
union all
select site_id, device_id, addr, round(sum(energy_wh) * 10) / 10 from module_day group by 1, 2, 3;

-- A device is of one plant at a time, which the locks of its row in devices hold; a store distributed by plant allows no
-- unique index that does not name the plant.
drop index latest_device;
create index latest_device on latest (device_id);

-- The nightly check of sums: each run, and what did not add up.
create table totals_check (
  started_at   timestamptz primary key,
  finished_at  timestamptz,
  sites        int not null default 0,
  mismatches   int not null default 0
);
create table totals_mismatch (
  site_id   bigint not null,
  kind      text not null,
  day       date not null,
  found_at  timestamptz not null,
  stored    double precision,
  summed    double precision,
  primary key (site_id, kind, day)
);
create index totals_mismatch_age on totals_mismatch (found_at);

-- Before this, days recomputed side by side could keep the energy of two: all are recomputed once.
insert into dirty_day (site_id, day, marked_at) select site_id, day, now() from site_day where site_id > 0
on conflict do nothing;
