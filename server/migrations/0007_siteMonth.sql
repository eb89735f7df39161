-- What a plant made in a month, kept beside its days, because sums over ten thousand plants and a year of days would
-- read millions of rows for one figure.

create table site_month (
  site_id    bigint not null,
  -- Its first day, in the plant's calendar.
  month      date not null,
  -- Null where nothing is known of any of its days.
  energy_wh  double precision,
  primary key (site_id, month)
);
create index site_month_by_month on site_month (month);

insert into site_month (site_id, month, energy_wh)
select site_id, date_trunc('month', day)::date, sum(energy_wh) from site_day group by 1, 2;
