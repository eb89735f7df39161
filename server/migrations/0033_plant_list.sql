-- What a plant made for its size, for lists to sort by: kept beside its newest figures by every roll-up of one of its days.
alter table site_latest
  -- Energy of the 30 days before this local day, Wh; null before the first roll-up.
  add column recent_day  date,
  add column recent_wh   double precision,
  -- Rated power of its modules, W.
  add column rated_w     real;
update site_latest l set recent_day = l.day,
  recent_wh = (select sum(d.energy_wh) from site_day d
    where d.site_id = l.site_id and d.day between l.day - 30 and l.day - 1),
  rated_w = (select sum(m.rated_w) from modules m where m.site_id = l.site_id);

-- Filters and order of the list of plants that a person has given a name.
create table site_views (
  user_id  bigint not null references users (id) on delete cascade,
  name     text not null check (length(name) between 1 and 60),
  -- As the address of the list has it: `country=DE&sort=specific30`.
  query    text not null,
  primary key (user_id, name)
);
