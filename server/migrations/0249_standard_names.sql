-- Standard terms instead of home-made ones. Renaming changes the catalog only, so it takes the same time for any size.
alter table planes rename to arrays;
alter table modules rename column plane_id to array_id;

-- What is wrong with devices and plants, and since when.
alter table device_trouble rename to device_issue;
alter table trouble_event rename to issue_event;
alter table site_verdict rename to site_condition;
-- Completed days whose modules and devices the daily checks compare.
alter table day_to_judge rename to day_to_check;

alter table alarm rename column is_so to is_active;
alter table alarm rename column is_folded to is_grouped;
-- Counts how often an alarm was raised or extended, and when it last was.
alter table alarm rename column news to revision;
alter table alarm rename column news_at to revised_at;
alter table alarm_notice rename column news to revision;

-- Values of the parameters that the device reported after a command.
alter table commands rename column told to reported;
-- Newest values that a device reported about itself.
alter table device_words rename to device_properties;
alter table device_properties rename column said_at to reported_at;

alter table reclocks rename to time_corrections;
alter table time_corrections rename column reports to readings;
alter table reclock_sites rename to time_correction_sites;
alter table time_correction_sites rename column reclock_id to correction_id;

alter table site_day rename column is_repaired to is_corrected;
alter table site_day rename column repaired_at to corrected_at;
alter table site_latest rename column is_silent to is_not_reporting;
alter table sites rename column orphaned_at to ownerless_since;
alter table products rename column maker to manufacturer;

-- Text in which a search looks for words: lower case, without accents.
alter function folded(text) rename to search_key;
alter function words_of(text) rename to text_search_config;
alter table sites rename column words to search_key;
alter table users rename column words to search_key;

alter index devices_standing rename to devices_installed;
alter index users_living rename to users_active;
alter index users_living_group rename to users_active_group;
alter index documents_signs rename to documents_characters;
alter index companies_words_search rename to companies_key_search;
alter index sites_words_search rename to sites_key_search;
alter index users_words_search rename to users_key_search;
alter index alarm_by_news rename to alarm_by_revised_at;
alter index site_latest_silent rename to site_latest_not_reporting;

-- Constraints, indexes, sequences and triggers whose names contain those of tables and columns.
do $$
declare
  -- Old name, new name, …
  names constant text[] := array[
    'planes', 'arrays', 'device_trouble', 'device_issue', 'trouble_event', 'issue_event', 'site_verdict', 'site_condition',
    'day_to_judge', 'day_to_check', 'is_so', 'is_active', 'is_folded', 'is_grouped', 'news_at', 'revised_at',
    'news', 'revision', 'device_words', 'device_properties', 'said_at', 'reported_at',
    'reclock_sites', 'time_correction_sites', 'reclocks', 'time_corrections', 'reclock_id', 'correction_id',
    'is_repaired', 'is_corrected', 'is_silent', 'is_not_reporting', 'maker', 'manufacturer', 'words', 'search_key'
  ];
  found record;
  target text;
begin
  for found in
    select 1 as step, conname::text as name, format('alter table %s rename constraint', conrelid::regclass) as change
    from pg_constraint where connamespace = 'public'::regnamespace and conrelid <> 0 and conparentid = 0
    union all
    select 2, relname, case relkind when 'S' then 'alter sequence' else 'alter index' end
    from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('i', 'S')
      and not exists (select from pg_constraint k where k.conindid = c.oid)
    union all
    select 3, t.tgname, format('on %s', t.tgrelid::regclass)
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and not t.tgisinternal
  loop
    target := found.name;
    for i in 1 .. cardinality(names) by 2 loop
      target := regexp_replace(target, format('(^|_)%s(?=_|$)', names[i]), '\1' || names[i + 1]);
    end loop;
    continue when target = found.name;
    case found.step
      when 1 then execute format('%s %I to %I', found.change, found.name, target);
      when 2 then execute format('%s %I rename to %I', found.change, found.name, target);
      else execute format('alter trigger %I %s rename to %I', found.name, found.change, target);
    end case;
  end loop;
end $$;
