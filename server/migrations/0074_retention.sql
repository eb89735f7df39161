-- How long single reports are kept, one row for the house; written by server/src/timeseries/retention/retention.ts.
create table retention (
  is_only      boolean primary key default true check (is_only),
  -- Null: for ever.
  years        smallint check (years between 1 and 100),
  -- First day, of every plant's calendar, whose reports are all still there; null: nothing was ever removed. It never
  -- goes back, since what was removed does not come back.
  detail_from  date
);
