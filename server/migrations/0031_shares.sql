-- Sharing: an end, people who have no account yet, a plant that is offered to another owner, and the public page.
alter table site_shares
  -- From this instant on it is no longer shared; null: it has no end.
  add column ends_at timestamptz;
create index site_shares_end on site_shares (ends_at) where ends_at is not null;

-- With whom a plant is shared as soon as his address is confirmed.
create table site_invitations (
  site_id     bigint not null references sites (id) on delete cascade,
  email       text not null check (email = lower(email)),
  may_edit    boolean not null default false,
  ends_at     timestamptz,
  invited_at  timestamptz not null,
  primary key (site_id, email)
);
create index site_invitations_email on site_invitations (email);

-- A plant that its owner hands to another one, who has not taken it yet.
create table site_offers (
  site_id     bigint primary key references sites (id) on delete cascade,
  token_hash  bytea not null,
  email       text not null check (email = lower(email)),
  offered_by  bigint not null references users (id) on delete cascade,
  offered_at  timestamptz not null,
  expires_at  timestamptz not null
);
create index site_offers_token on site_offers (token_hash);
create index site_offers_by on site_offers (offered_by);

-- The page of a plant that everybody sees who has its address. The token opens nothing but that page, and its owner
-- looks it up again, so it is kept as it is.
create table public_pages (
  site_id     bigint primary key references sites (id) on delete cascade,
  token       text not null,
  title       text not null default '',
  blocks      text[] not null,
  created_at  timestamptz not null
);
create index public_pages_token on public_pages (token);
