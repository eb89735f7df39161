-- What is found about devices from their reports, and what a plant says of it in one line.

-- Plant days whose energies changed and which are to be judged once they are over.
create table day_to_judge (
  site_id  bigint not null,
  day      date not null,
  primary key (site_id, day)
);

-- Good days on which a device or module made (almost) nothing while its siblings did. addr 0: the whole device.
create table idle_day (
  site_id    bigint not null,
  device_id  bigint not null,
  addr       smallint not null,
  day        date not null,
  primary key (site_id, device_id, addr, day)
);
create index idle_day_of_site on idle_day (site_id, day);

-- Devices that are in trouble now; who is well has no row.
create table device_trouble (
  site_id    bigint not null,
  device_id  bigint not null,
  key        text not null,
  -- Inputs whose modules make nothing; empty where it is the device.
  addrs      smallint[] not null default '{}',
  -- In the plant's calendar.
  since_day  date,
  primary key (site_id, device_id)
);

-- The gravest of them per plant, for lists to sort and page by; a plant without any has no row.
create table site_verdict (
  site_id    bigint primary key,
  key        text not null,
  count      int not null,
  since_day  date,
  sns        text[] not null
);

insert into day_to_judge (site_id, day)
select site_id, day from site_day where day >= current_date - 15;
