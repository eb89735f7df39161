-- Reports that were moved because they came under a wrong clock. A move that was interrupted goes on plant by plant; one
-- that is done is not done twice.
create table reclocks (
  id           bigint generated always as identity primary key,
  from_at      timestamptz not null,
  to_at        timestamptz not null,
  by_ms        double precision not null,
  -- Of one plant; '' of all.
  sid          text not null default '',
  started_at   timestamptz not null,
  finished_at  timestamptz,
  reports      bigint not null default 0
);
create table reclock_sites (
  site_id     bigint not null,
  reclock_id  bigint not null,
  primary key (site_id, reclock_id)
);
