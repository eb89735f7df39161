-- Who a device is: vendor, serial, and for a part of a machine of several trades which part. Eight hex digits are one
-- vendor's habit, and another vendor may give the very same ones. The patterns of makers stand in protocol/src/manufacturers.ts;
-- here is only what keeps an sn unambiguous.

alter table devices
  add column vendor text not null default 'nep' check (vendor ~ '^[a-z][a-z0-9]{1,15}$'),
  -- The machine that this is a part of, which goes where it goes.
  add column parent_id bigint,
  -- Which part; '' for a device that stands for itself.
  add column part text not null default '' check (part ~ '^([a-z][a-z0-9]{1,15})?$'),
  drop constraint devices_serial_check,
  drop constraint devices_serial_key,
  add constraint devices_serial_check check (serial ~ '^[0-9A-Z][0-9A-Z-]{3,31}$'),
  add constraint devices_part_of check ((parent_id is null) = (part = ''));

-- The name under which a device is asked for: snOf in domain/src/deviceIdentity.ts.
alter table devices
  add column sn text not null generated always as (
    case when vendor = 'nep' then '' else vendor || '.' end || serial || case when part = '' then '' else '~' || part end
  ) stored;

create unique index devices_identity on devices (vendor, serial, part);
create unique index devices_sn on devices (sn);
drop index devices_serial_search;
create index devices_sn_search on devices using gin (sn gin_trgm_ops);

-- No part can stand in another plant than its machine: the machine is claimed first, in one statement with its parts.
drop index devices_site;
alter table devices
  add constraint devices_site unique (site_id, id),
  add constraint devices_parent foreign key (parent_id) references devices (id) on delete cascade,
  add constraint devices_parent_site foreign key (parent_id, site_id) references devices (id, site_id)
    deferrable initially deferred;
create index devices_parts on devices (parent_id, site_id) where parent_id is not null;
