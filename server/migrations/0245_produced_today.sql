-- Energy that the modules produced today until the moment `today_wh` is the expected energy of, so that the desk compares
-- figures of the same time. Null for days that were evaluated before this migration.
alter table site_analytics add column today_produced_wh double precision;
