-- Days of one plant are recomputed one after the other: who takes days passes over the plants at which somebody works,
-- and reads the oldest marks of all plants without sorting them.
create index dirty_day_taken on dirty_day (taken_at) where taken_at is not null;
create index dirty_day_order on dirty_day (day, site_id);
