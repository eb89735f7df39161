-- A company offers a plant that has no owner to its customer. The offer ends when the plant gets an owner or leaves the
-- company; null: the owner offers it.
alter table site_offers add column company_id bigint references companies (id) on delete cascade;
alter table site_offers add column is_ownerless boolean not null default false;
create index site_offers_company on site_offers (company_id) where company_id is not null;
create index site_offers_email on site_offers (email);
