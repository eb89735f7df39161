-- What is sold: the models that come with the product, and those that an operator adds.
create table products (
  -- Of the model in answers, and product_number of devices. Those of an operator begin at 1001.
  number        int primary key,
  name          text not null,
  -- Who gives the serials, as in an sn.
  vendor        text not null check (vendor ~ '^[a-z][a-z0-9]{1,15}$'),
  kind          text not null,
  -- DC inputs; 0 for what has none.
  inputs        smallint not null check (inputs between 0 and 64),
  -- Rated power, W; 0 for what has none.
  rated_w       real not null check (rated_w >= 0),
  -- Who makes it, as people call him.
  maker         text not null default '',
  notes         text not null default '',
  picture_hash  text references files (hash),
  -- It comes with the product: what it is is said in domain/src/products.ts and written here at every start.
  is_built_in   boolean not null default false,
  is_demo       boolean not null default false,
  created_at    timestamptz not null default now()
);
create unique index products_name on products (lower(name));
create index products_picture on products (picture_hash) where picture_hash is not null;
create sequence product_numbers start 1001;

-- Serials that were made, and those that are restricted. In byte order, so that a beginning is looked up in the key.
create table sn_entries (
  sn                 text collate "C" primary key,
  -- Null: nobody entered it in the list; it is here because it is restricted.
  product_number     int references products (number),
  -- To whom it was issued; null with issued_at: to no company of the house.
  company_id         bigint references companies (id) on delete set null,
  issued_at          timestamptz,
  -- Of its first report or its first plant, whichever came first.
  activated_at       timestamptz,
  restricted_at      timestamptz,
  restricted_reason  text not null default '',
  batch              text not null default '',
  is_demo            boolean not null default false,
  created_at         timestamptz not null,
  check (product_number is not null or restricted_at is not null),
  check (company_id is null or issued_at is not null)
);
create index sn_entries_company on sn_entries (company_id, sn) where company_id is not null;
create index sn_entries_product on sn_entries (product_number, sn);
create index sn_entries_restricted on sn_entries (sn) where restricted_at is not null;
create index sn_entries_waiting on sn_entries (sn) where issued_at is null;
create index sn_entries_activated on sn_entries (sn) where activated_at is not null;
