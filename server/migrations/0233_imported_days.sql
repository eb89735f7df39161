-- Energies of days that another portal measured. The roll-up takes them as input: a device's day without readings of its
-- own has the imported energy.
create table imported_day (
  site_id   bigint not null,
  device_id bigint not null,
  -- Of the plant.
  day       date not null,
  energy_wh double precision not null check (energy_wh >= 0 and energy_wh < 1e12),
  primary key (site_id, day, device_id)
);
create index imported_day_device on imported_day (site_id, device_id, day);

-- What was imported of each device: source, resolution and sums of its imported days.
create table imported_device (
  site_id     bigint not null,
  device_id   bigint not null,
  source      text not null check (length(source) between 1 and 40),
  resolution  text not null check (resolution in ('day')),
  from_day    date not null,
  to_day      date not null,
  energy_wh   double precision not null,
  imported_at timestamptz not null,
  primary key (site_id, device_id)
);
