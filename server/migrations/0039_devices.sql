-- Lists of devices, by kind.
create index devices_of_kind on devices (kind, id) where retired_at is null and parent_id is null;

-- Named filters of more than one list.
alter table site_views
  add column list text not null default 'sites',
  drop constraint site_views_pkey,
  add primary key (user_id, list, name);
