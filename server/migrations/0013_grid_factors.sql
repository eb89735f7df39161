-- CO2 per kWh of a country's grid where the operator knows better than the built-in figures. '001' is the world, which
-- stands for countries without a figure.
create table grid_factors (
  country_code  text primary key,
  kg_per_kwh    double precision not null check (kg_per_kwh between 0 and 2),
  source        text not null,
  year          smallint not null,
  changed_at    timestamptz not null,
  changed_by    bigint references users (id) on delete set null
);
create index grid_factors_changed_by on grid_factors (changed_by);
