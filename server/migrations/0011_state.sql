-- What the state of a plant is judged by: its producers, not the meter beside them.

alter table site_latest
  -- Newest report of a producer; null where none has ever spoken.
  add column produced_at timestamptz,
  -- The oldest of the reports that are counted in power and status_bits. While it is young enough, so are they all.
  add column counted_since timestamptz;

with newest as (
  select site_id, max(at) as at from latest where site_id > 0 and kind = 0 group by site_id
), sums as (
  select n.site_id, n.at, min(l.at) as since, coalesce(sum(l.power), 0) as power,
    coalesce(bit_or(l.status_bits), 0) as bits
  from newest n join latest l on l.site_id = n.site_id and l.kind = 0 and l.at >= n.at - interval '15 minutes'
  group by n.site_id, n.at
)
update site_latest s set produced_at = n.at, counted_since = n.since, power = n.power, status_bits = n.bits
from sums n where s.site_id = n.site_id;

update site_latest set power = 0, status_bits = 0 where produced_at is null;
