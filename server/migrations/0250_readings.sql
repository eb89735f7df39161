-- What a device sends is a reading; a report is the document sent to users. Renaming changes the catalog only, so it takes
-- the same time for any size.
alter table report rename to reading;
alter table report_block rename to reading_block;
alter table reading_block rename column reports to readings;
alter table site_sizes rename column reports to readings;
alter table site_sizes rename column row_reports to row_readings;
alter index site_sizes_reports rename to site_sizes_readings;

-- Monthly partitions, and the indexes of all these tables with the constraints that they belong to.
do $$
declare
  found record;
begin
  for found in
    select 'table' as kind, c.relname as name
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'reading'::regclass
    union all
    select 'index', c.relname
    from pg_index x join pg_class c on c.oid = x.indexrelid
    where x.indrelid in ('reading'::regclass, 'reading_block'::regclass)
      or x.indrelid in (select inhrelid from pg_inherits where inhparent = 'reading'::regclass)
  loop
    execute format('alter %s %I rename to %I', found.kind, found.name, regexp_replace(found.name, '^report', 'reading'));
  end loop;
end $$;
