-- The company that restricted a serial number may lift the restriction after the device has left its plant.
alter table sn_entries add column restricted_company_id bigint references companies (id) on delete set null;
create index sn_entries_restricted_company on sn_entries (restricted_company_id)
  where restricted_company_id is not null;
