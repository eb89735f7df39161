-- One column per measure and meaning, named after its key in domain/src/measureList.ts. What meters and batteries said
-- stood in the columns of inverters. Columns of measures that are younger than this file are added at every start
-- (telemetry/catalogue.ts), so that a new measure needs no migration.

alter table report rename column ch_voltage to ch_dc_voltage;
alter table latest rename column ch_voltage to ch_dc_voltage;

alter table report add column grid_power int, add column battery_power int, add column energy_total bigint,
  add column energy_imported bigint, add column energy_exported bigint, add column energy_charged bigint,
  add column energy_discharged bigint, add column ch_energy_total int[];
alter table latest add column grid_power int, add column battery_power int, add column energy_total bigint,
  add column energy_imported bigint, add column energy_exported bigint, add column energy_charged bigint,
  add column energy_discharged bigint, add column ch_energy_total int[];

update report set grid_power = power, energy_imported = energy, energy_exported = energy_out, ch_energy_total = ch_energy,
  power = null, energy = null, energy_out = null, ch_energy = null where kind = 1;
update report set battery_power = power, energy_charged = energy, energy_discharged = energy_out,
  ch_energy_total = ch_energy, power = null, energy = null, energy_out = null, ch_energy = null where kind = 2;
-- Inputs of inverters without a counter of the day count their lifetime.
update report set energy_total = energy_out, ch_energy_total = case when energy is null then ch_energy end,
  ch_energy = case when energy is null then null else ch_energy end
where kind = 0 and (energy_out is not null or (energy is null and ch_energy is not null));

update latest set grid_power = power, energy_imported = energy, energy_exported = energy_out, ch_energy_total = ch_energy,
  power = null, energy = null, energy_out = null, ch_energy = null where kind = 1;
update latest set battery_power = power, energy_charged = energy, energy_discharged = energy_out,
  ch_energy_total = ch_energy, power = null, energy = null, energy_out = null, ch_energy = null where kind = 2;
update latest set energy_total = energy_out, ch_energy_total = case when energy is null then ch_energy end,
  ch_energy = case when energy is null then null else ch_energy end
where kind = 0 and (energy_out is not null or (energy is null and ch_energy is not null));

alter table report drop column energy_out;
alter table latest drop column energy_out;
