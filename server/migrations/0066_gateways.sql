-- Through which gateway a device reports, in the same plant. Parts of a machine are where their machine is.
alter table devices
  add column gateway_id bigint,
  add constraint devices_gateway_is_another check (gateway_id <> id),
  add constraint devices_gateway foreign key (gateway_id, site_id) references devices (id, site_id)
    on delete set null (gateway_id) deferrable initially deferred;
create index devices_behind on devices (gateway_id, site_id) where gateway_id is not null;

-- Devices behind the gateways of which a plant speaks.
alter table site_verdict add column behind int not null default 0;
