-- Searches ignore case and accents: domain/src/folded.ts does the same to what is typed. Immutable and made of built-in
-- functions alone, so that it can be indexed on every PostgreSQL.
create function folded(text) returns text language sql immutable parallel safe
return replace(replace(replace(replace(
  translate(lower(regexp_replace(normalize($1, NFKD), U&'[\0300-\036F]', '', 'g')),
    'ŁłØøĐđÐðĦħŦŧıẞÆŒÞ', 'llooddddhhttißæœþ'),
  'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');

-- Name, number and address of a plant in one text: whoever types a street and a city means the plant that has both.
-- Stored, since folding is dearer than comparing.
alter table sites add column words text not null generated always as (
  folded(name || ' ' || sid || ' ' || street || ' ' || zip_code || ' ' || city)) stored;
create index sites_words_search on sites using gin (words gin_trgm_ops);
alter table users add column words text not null generated always as (
  folded(email || ' ' || contact_person || ' ' || contact_number)) stored;
create index users_words_search on users using gin (words gin_trgm_ops);
create index devices_alias_search on devices using gin (folded(alias) gin_trgm_ops) where alias <> '';
create index companies_words_search on companies using gin (folded(name) gin_trgm_ops);
