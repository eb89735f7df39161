-- A device in stock signs in at the broker with a key of its own, drawn by the company that has it.
alter table devices add column stock_company_id bigint references companies (id) on delete set null;
alter table devices add column stock_key_at timestamptz;
create index devices_stock_company on devices (stock_company_id) where stock_company_id is not null;
create index devices_product on devices (product_number) where product_number is not null;

-- The kind of a device was never taken from its readings or from a selected model.
update devices d set kind = case l.kind when 1 then 'meter' else 'battery' end
from latest l
where l.device_id = d.id and l.site_id = coalesce(d.site_id, 0) and l.kind in (1, 2) and l.at > to_timestamp(0)
  and d.parent_id is null and d.kind in ('microinverter', 'stringMachine');
update devices d set kind = p.kind
from products p
where p.number = d.product_number and p.vendor = d.vendor and d.first_seen_at is null
  and d.parent_id is null and d.kind <> p.kind;
