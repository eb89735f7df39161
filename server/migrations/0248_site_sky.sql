-- Clear-sky energy of a plant for its current and its next local day, which the dashboard sums up over the fleet.
create table site_sky (
  site_id  bigint primary key references sites (id) on delete cascade,
  -- Counts changes of what the energies follow from: a calculation is stored only if it began after the last change.
  revision bigint not null default 0,
  -- Midnight in plant time, of the next day, and of the day after it; null until calculated.
  start_at timestamptz,
  next_at  timestamptz,
  end_at   timestamptz,
  -- Wh from midnight to the end of each half hour; empty if location or ratings are unknown.
  today    real[] not null default '{}',
  next     real[] not null default '{}',
  constraint site_sky_days check ((start_at is null) = (next_at is null) and (start_at is null) = (end_at is null))
);

-- The energies follow from rows of four tables with many writers. Triggers keep them from outliving a change of these. They
-- add missing rows, so that a calculation that began before the change waits for it; in the order of the plants, so that
-- two statements never wait for each other; and only of plants that are not being deleted.
create function reset_site_sky() returns trigger language plpgsql as $$
begin
  insert into site_sky as k (site_id, revision)
  select s.id, 1 from sites s where s.id in (old.site_id, new.site_id) order by s.id
  on conflict (site_id) do update set revision = k.revision + 1, start_at = null, next_at = null, end_at = null;
  return null;
end $$;

create function reset_site_sky_of_site() returns trigger language plpgsql as $$
begin
  insert into site_sky as k (site_id, revision) values (new.id, 1)
  on conflict (site_id) do update set revision = k.revision + 1, start_at = null, next_at = null, end_at = null;
  return null;
end $$;

create function reset_site_skies() returns trigger language plpgsql as $$
begin
  insert into site_sky as k (site_id, revision)
  select s.id, 1 from sites s where s.id in (select c.site_id from changed c) order by s.id
  on conflict (site_id) do update set revision = k.revision + 1, start_at = null, next_at = null, end_at = null;
  return null;
end $$;

create trigger sky_place after update of latitude, longitude, timezone on sites for each row
  when (old.latitude is distinct from new.latitude or old.longitude is distinct from new.longitude
    or old.timezone is distinct from new.timezone)
  execute function reset_site_sky_of_site();

create trigger sky_devices after update of site_id, retired_at, kind, product_number, model_byte on devices for each row
  when (old.site_id is distinct from new.site_id or old.retired_at is distinct from new.retired_at
    or old.kind is distinct from new.kind or old.product_number is distinct from new.product_number
    or old.model_byte is distinct from new.model_byte)
  execute function reset_site_sky();
create trigger sky_new_devices after insert on devices referencing new table as changed
  for each statement execute function reset_site_skies();
create trigger sky_old_devices after delete on devices referencing old table as changed
  for each statement execute function reset_site_skies();

create trigger sky_modules after update of site_id, device_id, addr, rated_w, plane_id on modules for each row
  when (old.site_id is distinct from new.site_id or old.device_id is distinct from new.device_id
    or old.addr is distinct from new.addr or old.rated_w is distinct from new.rated_w
    or old.plane_id is distinct from new.plane_id)
  execute function reset_site_sky();
create trigger sky_new_modules after insert on modules referencing new table as changed
  for each statement execute function reset_site_skies();
create trigger sky_old_modules after delete on modules referencing old table as changed
  for each statement execute function reset_site_skies();

create trigger sky_planes after update of site_id, tilt_deg, azimuth_deg on planes for each row
  when (old.site_id is distinct from new.site_id or old.tilt_deg is distinct from new.tilt_deg
    or old.azimuth_deg is distinct from new.azimuth_deg)
  execute function reset_site_sky();
create trigger sky_old_planes after delete on planes referencing old table as changed
  for each statement execute function reset_site_skies();
