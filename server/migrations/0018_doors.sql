-- What several processes over one database share: the bytes of uploaded pictures, which lay in a folder of one machine,
-- and the counts of calls.

create table file_bytes (
  hash  text primary key references files (hash) on delete cascade,
  data  bytea not null
);
-- Pictures are compressed already.
alter table file_bytes alter column data set storage external;

-- How often a key was taken of late. Unlogged: a crash forgets some minutes of counting, and a count costs no sync.
create unlogged table call_counts (
  key    text primary key,
  taken  int not null,
  -- Then the count begins anew.
  until  timestamptz not null
);
create index call_counts_until on call_counts (until);

-- The list of serials that nobody claimed, its count, and what of them is old.
create index devices_unclaimed on devices (id) where site_id is null and parent_id is null and retired_at is null;
