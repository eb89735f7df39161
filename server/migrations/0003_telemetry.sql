-- The time-series store. Written and read by server/src/timeseries only. Integers in fixed steps, named in
-- domain/src/measures.ts: power 0.1 W, voltage 0.01 V, frequency 0.001 Hz, temperature 0.1 degC, energy 0.1 Wh,
-- state of charge 0.001. Whatever belongs to a plant has site_id first in its key, so that the store can be
-- distributed by plant.

-- One row per device report. Arrays run over the channels of the device, index 1 = channel 1.
create table report (
  site_id      bigint not null default 0,
  device_id    bigint not null,
  at           timestamptz not null,
  kind         smallint not null default 0,   -- 0 inverter, 1 meter, 2 battery
  has_own_time boolean not null default false, -- the time came with the report, not from our clock
  status_bits  int not null default 0,
  state        smallint,
  power        int,                            -- meter: + import; battery: + discharging
  dc_voltage   int,
  ac_voltage   int,
  frequency    int,
  temperature  int,
  -- Counters. Inverter: of the day, from frames. Meter: imported. Battery: charged.
  energy       bigint,
  -- Counters. Inverter: lifetime, from devices that have one. Meter: exported. Battery: discharged.
  energy_out   bigint,
  soc          smallint,
  ch_voltage   int[],
  ch_power     int[],
  -- Of the day where `energy` is known, else lifetime.
  ch_energy    int[],
  primary key (site_id, device_id, at)
) partition by range (at);

-- The bytes as they came, beside what was decoded, for some weeks. device_id 0: not a frame.
create table raw_frame (
  device_id    bigint not null,
  at           timestamptz not null,
  bytes        bytea not null,
  -- Bit 1 inner, 2 sum, 4 xor: set where the checksum is right.
  checks       smallint not null default 0,
  refusal      text
) partition by range (at);
create index raw_frame_device on raw_frame (device_id, at);

-- The newest report of every device, and its running day. Updated in place, so pages keep room for it.
create table latest (
  site_id          bigint not null default 0,
  device_id        bigint not null,
  at               timestamptz not null,
  kind             smallint not null default 0,
  status_bits      int not null default 0,
  state            smallint,
  power            int,
  dc_voltage       int,
  ac_voltage       int,
  frequency        int,
  temperature      int,
  energy           bigint,
  energy_out       bigint,
  soc              smallint,
  ch_voltage       int[],
  ch_power         int[],
  ch_energy        int[],
  content_hash     bigint,
  -- The plant-local day of `at`, its energy so far, and the sum of all days before it. Meter: imported; battery: charged.
  day              date,
  day_wh           double precision not null default 0,
  before_wh        double precision not null default 0,
  -- Meter: exported today; battery: discharged today.
  day_out_wh       double precision not null default 0,
  ch_day_wh        double precision[],
  ch_before_wh     double precision[],
  primary key (site_id, device_id)
) with (fillfactor = 70);
create unique index latest_device on latest (device_id);

-- What lists sort by, one row per plant.
create table site_latest (
  site_id      bigint primary key,
  at           timestamptz not null,
  power        int not null default 0,
  status_bits  int not null default 0,
  day          date not null,
  day_wh       double precision not null default 0,
  before_wh    double precision not null default 0
) with (fillfactor = 70);

-- Hours are counted from the plant's local midnight; hour_at is the instant at which the hour begins.
create table device_hour (
  site_id    bigint not null,
  device_id  bigint not null,
  hour_at    timestamptz not null,
  energy_wh  double precision not null,
  peak_w     real,
  primary key (site_id, device_id, hour_at)
);
create table site_hour (
  site_id        bigint not null,
  hour_at        timestamptz not null,
  energy_wh      double precision,
  peak_w         real,
  import_wh      double precision,
  export_wh      double precision,
  charged_wh     double precision,
  discharged_wh  double precision,
  primary key (site_id, hour_at)
);

-- One row per device and day: what it made, and where its counters stood, so that the next day can go on from there.
create table device_day (
  site_id      bigint not null,
  device_id    bigint not null,
  day          date not null,
  kind         smallint not null default 0,
  -- Inverter: produced. Meter: imported. Battery: charged.
  energy_wh    double precision not null,
  -- Meter: exported. Battery: discharged.
  out_wh       double precision,
  peak_w       real,
  samples      int not null,
  -- Stored counters, in the order: main, second, channels 1.. of the device. `opening` is what the day counts from.
  first_at     timestamptz not null,
  first        bigint[] not null,
  opening      bigint[] not null,
  closing_at   timestamptz not null,
  closing      bigint[] not null,
  primary key (site_id, device_id, day)
);
create index device_day_of_site on device_day (site_id, day);

-- addr counts the inputs of the device from 1.
create table module_day (
  site_id    bigint not null,
  device_id  bigint not null,
  day        date not null,
  addr       smallint not null,
  energy_wh  double precision not null,
  peak_w     real,
  primary key (site_id, device_id, day, addr)
);
create index module_day_of_site on module_day (site_id, day);

create table site_day (
  site_id        bigint not null,
  day            date not null,
  energy_wh      double precision,
  peak_w         real,
  peak_at        timestamptz,
  import_wh      double precision,
  export_wh      double precision,
  charged_wh     double precision,
  discharged_wh  double precision,
  -- Received over due reports of the day's daylight, 0..1.
  completeness   real not null,
  -- A reset, glitch or hole was bridged by the counter rules.
  is_repaired    boolean not null default false,
  samples        int not null,
  primary key (site_id, day)
);
create index site_day_by_day on site_day (day);

-- Days to be recomputed. Late data, a moved device, a changed time zone: all only mark days.
create table dirty_day (
  site_id    bigint not null,
  day        date not null,
  marked_at  timestamptz not null,
  -- Set while somebody recomputes the day; a new mark clears it, and then the day waits once more.
  taken_at   timestamptz,
  primary key (site_id, day)
);
create index dirty_day_age on dirty_day (marked_at);
