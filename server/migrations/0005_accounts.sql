-- Accounts that look after themselves, brands, the outbox, uploaded files.

-- Content-addressed: the same picture uploaded twice is one file. The bytes lie in the data folder.
create table files (
  hash        text primary key check (hash ~ '^[0-9a-f]{64}$'),
  mime        text not null,
  bytes       int not null,
  created_at  timestamptz not null default now()
);

alter table users
  add column is_business       boolean not null default false,
  add column avatar_hash       text references files (hash),
  add column zip_code          text not null default '',
  add column time_format       text not null default '24' check (time_format in ('12', '24')),
  add column number_format     text not null default '' check (length(number_format) <= 35),
  add column temperature_unit  text not null default 'Celsius' check (temperature_unit in ('Celsius', 'Fahrenheit')),
  add column email_verified_at timestamptz,
  add column last_sign_in_at   timestamptz,
  add column brand_id          int not null default 0;
-- Who was here before links were sent counts as known.
update users set email_verified_at = created_at;
alter table users drop column header_img;
create index users_avatar on users (avatar_hash) where avatar_hash is not null;
create index users_parent on users (parent_id) where parent_id is not null;
create index users_created on users (created_at);
create index users_unconfirmed on users (created_at) where email_verified_at is null and last_sign_in_at is null;
create index users_email_search on users using gin (email gin_trgm_ops);
create index users_person_search on users using gin (contact_person gin_trgm_ops);

-- Names a session towards its owner; the hash of its token is told to nobody.
alter table sessions add column public_id uuid not null default gen_random_uuid();
create unique index sessions_public_id on sessions (public_id);

-- Links in mails: stored by hash, used once, for a while.
create table mail_links (
  token_hash  bytea primary key,
  user_id     bigint not null references users (id) on delete cascade,
  purpose     text not null check (purpose in ('verify', 'reset', 'invite')),
  created_at  timestamptz not null,
  expires_at  timestamptz not null,
  used_at     timestamptz
);
create index mail_links_user on mail_links (user_id, purpose);
create index mail_links_expiry on mail_links (expires_at);

-- Every mail goes through here; without SMTP it stays, for administrators to read.
create table mails (
  id          bigint generated always as identity primary key,
  kind        text not null,
  recipient   text not null,
  subject     text not null,
  body_text   text not null,
  body_html   text not null,
  -- What in the text opens an account; blotted out as soon as the mail is sent.
  secret      text not null default '',
  brand_id    int not null default 0,
  created_at  timestamptz not null,
  sent_at     timestamptz,
  attempts    int not null default 0,
  last_error  text not null default '',
  next_try_at timestamptz
);
create index mails_unsent on mails (next_try_at) where sent_at is null;
create index mails_created on mails (created_at desc);
create index mails_recipient_search on mails using gin (lower(recipient) gin_trgm_ops);
create index mails_subject_search on mails using gin (subject gin_trgm_ops);

-- Mails that strangers asked for, whether or not the address has an account: bounds how many go to one address.
create table mail_requests (
  id          bigint generated always as identity primary key,
  email_hash  bytea not null,
  kind        text not null,
  at          timestamptz not null
);
create index mail_requests_email on mail_requests (email_hash, kind, at);
create index mail_requests_at on mail_requests (at);

alter table companies
  add column manager_id bigint references users (id) on delete set null,
  add column brand_id   int not null default 0;
create index companies_manager on companies (manager_id) where manager_id is not null;
create index companies_name_search on companies using gin (name gin_trgm_ops);

create table brands (
  id                 int primary key check (id between 0 and 13),
  name               text not null check (length(name) between 1 and 60),
  company            text not null check (length(company) between 1 and 120),
  support_mail       text not null default '',
  logo_hash          text references files (hash),
  sider_theme        text not null default 'light' check (sider_theme in ('light', 'dark')),
  open_registration  boolean not null default true,
  maintenance        boolean not null default false,
  -- Host names under which this brand answers.
  hosts              text[] not null default '{}',
  privacy_policy     text not null default '',
  app_store_url      text not null default '',
  play_store_url     text not null default ''
);
create index brands_logo on brands (logo_hash) where logo_hash is not null;

alter table groups
  add column title_locale jsonb not null default '{}',
  add column created_at   timestamptz not null default now();
-- Roles that operators create get numbers well above the product's own.
create sequence group_ids start 1000 owned by groups.id;

alter table sites add column orphaned_at timestamptz;

-- Lists of people and companies at 100,000 and more: the orders in which they are shown, and counts by company.
drop index users_created;
drop index users_company;
create index users_created on users (created_at nulls first, id) where cancelled_at is null;
create index users_email_order on users (lower(email) nulls first, id) where cancelled_at is null;
create index users_person_order on users (lower(contact_person) nulls first, id) where cancelled_at is null;
create index users_city_order on users (lower(city) nulls first, id) where cancelled_at is null;
create index users_company on users (company_id, group_id, cancelled_at);
-- Holds what most filters and orders ask for, so that they need not read the people themselves.
create index users_living on users (id) include (group_id, company_id, country_code, is_blocked, last_sign_in_at)
  where cancelled_at is null;
create index companies_name_order on companies (lower(name) nulls first, id);

-- Whose account a line is about: he may read it.
alter table audit add column subject_user_id bigint references users (id) on delete set null;
create index audit_subject_user on audit (subject_user_id, at desc) where subject_user_id is not null;
create index audit_at on audit (at desc, id desc);
-- What somebody did for himself: neither in a plant nor for a company.
create index audit_own on audit (user_id) where company_id is null and site_id is null;
create index audit_own_subject on audit (subject_user_id) where company_id is null and site_id is null;
-- Sessions of a company end with it or move on.
create index sessions_company on sessions (company_id) where company_id is not null;
