-- The log of a plant: what its inverters complained of, day by day, and what was found about its devices.

-- Recomputed with the day, so late reports change it as if they had come in time.
create table fault_day (
  site_id    bigint not null,
  device_id  bigint not null,
  -- In the plant's calendar.
  day        date not null,
  bit        smallint not null check (bit between 0 and 15),
  -- The first and the last report with the bit, and the first after that without it.
  begun_at   timestamptz not null,
  last_at    timestamptz not null,
  ended_at   timestamptz,
  times      int not null,
  lasted_s   int not null,
  primary key (site_id, device_id, day, bit)
);
create index fault_day_of_site on fault_day (site_id, day);
create index fault_day_by_day on fault_day (day);

-- Every time that something was found about a device (device_trouble), and when it was no longer so.
create table trouble_event (
  site_id    bigint not null,
  device_id  bigint not null,
  key        text not null,
  begun_at   timestamptz not null,
  ended_at   timestamptz,
  since_day  date,
  addrs      smallint[] not null default '{}',
  primary key (site_id, device_id, key, begun_at)
);
create index trouble_event_open on trouble_event (site_id, device_id) where ended_at is null;
create index trouble_event_by_end on trouble_event (ended_at);

-- The last week of an installation that is there already is computed anew, so that its log does not begin empty.
insert into dirty_day (site_id, day, marked_at)
select site_id, day, now() from site_day where day >= current_date - 8 on conflict do nothing;
