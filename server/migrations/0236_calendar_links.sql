-- Secret address of a user's maintenance calendar. Only the hash is stored.
create table calendar_links (
  user_id      bigint primary key references users (id) on delete cascade,
  token_hash   bytea not null unique,
  -- Only cases and visits assigned to the user.
  only_mine    boolean not null,
  created_at   timestamptz not null,
  last_used_at timestamptz
);
