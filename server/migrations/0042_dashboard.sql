-- The dashboard counts whole devices that stand in plants by kind, and when they came.
create index devices_standing on devices (kind, site_id)
  where site_id is not null and parent_id is null and retired_at is null;
create index devices_claimed on devices (claimed_at, site_id)
  where site_id is not null and parent_id is null and claimed_at is not null;
