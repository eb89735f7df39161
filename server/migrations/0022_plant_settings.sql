-- Everything that an owner or installer says of a plant, and plants that were deleted.

alter table sites
  -- The uploaded picture; its address stands in logo.
  add column picture_hash     text references files (hash),
  -- Rated power of all modules, W; null while nobody has said it.
  add column system_size_w    double precision check (system_size_w > 0),
  -- The most that the plant may make, W.
  add column power_max_w      double precision check (power_max_w > 0),
  -- The most that it may feed into the grid, W; 0 is nothing at all.
  add column control_limit_w  double precision check (control_limit_w >= 0),
  add column meter_type       text not null default '',
  add column battery_model    text not null default '';
create index sites_picture on sites (picture_hash) where picture_hash is not null;

-- Rated power of the modules in a plane, W; 0 while nobody has said it.
alter table planes add column rated_w real not null default 0 check (rated_w >= 0);

-- What a deleted plant has left in the store of reports, to be removed piece by piece.
create table deleted_site (
  site_id     bigint primary key,
  deleted_at  timestamptz not null
);
