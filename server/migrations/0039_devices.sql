-- Lists of devices: by kind, and serials that nobody may enter.
create index devices_of_kind on devices (kind, id) where retired_at is null and parent_id is null;

-- Serials that must not be claimed, heard of or not: stolen, returned, forbidden. Their frames are kept all the same.
create table restricted_sn (
  sn             text primary key,
  restricted_at  timestamptz not null,
  restricted_by  bigint references users (id) on delete set null,
  reason         text not null default ''
);
create index restricted_sn_by on restricted_sn (restricted_by);

-- Named filters of more than one list.
alter table site_views
  add column list text not null default 'sites',
  drop constraint site_views_pkey,
  add primary key (user_id, list, name);
