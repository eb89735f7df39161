-- Wrong passwords, by account and network address, so that a stranger's guesses lock only the stranger; the row of the
-- address '*' counts all of an account together. Kept by a hash of the mail address, for accounts that do not exist too.
create table sign_in_tries (
  account_hash  bytea not null,
  address       text not null,
  tries         int not null,
  last_at       timestamptz not null,
  locked_until  timestamptz,
  mailed_at     timestamptz,
  primary key (account_hash, address)
);
create index sign_in_tries_last_at on sign_in_tries (last_at);

alter table users drop column failed_attempts, drop column locked_until;
