-- The list of unclaimed serials in the orders that it has: ascending with nulls first, or the other way round.
create index devices_unclaimed_sn on devices (sn nulls first)
  where site_id is null and parent_id is null and retired_at is null;
create index devices_unclaimed_since on devices (coalesce(first_seen_at, created_at) nulls first)
  where site_id is null and parent_id is null and retired_at is null;
