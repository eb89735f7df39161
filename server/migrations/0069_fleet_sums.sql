-- What the months of plants with several prices were worth is asked of each of them for the sums over all plants: answered
-- out of the index alone. Plants of one price have no worth and are not in it.
create index site_month_worth on site_month (site_id, month) include (worth) where worth is not null;

-- Which devices there are and where they stand, for lists of them that are ordered or narrowed by what their newest rows
-- tell: the devices themselves are wide. The index that counts them by kind is a third as large without their numbers.
create index devices_listed on devices (kind, site_id, id)
  where site_id is not null and parent_id is null and retired_at is null;
