-- Searches ignore case and accents: domain/src/folded.ts does the same to what is typed. Immutable and made of built-in
-- functions alone, so that it can be indexed on every PostgreSQL.
create function folded(text) returns text language sql immutable parallel safe
return replace(replace(replace(replace(
  translate(lower(regexp_replace(normalize($1, NFKD), U&'[\0300-\036F]', '', 'g')),
    'ŁłØøĐđÐðĦħŦŧıẞÆŒÞ', 'llooddddhhttißæœþ'),
  'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');

-- Name, number and address of a plant in one text: whoever types a street and a city means the plant that has both.
create index sites_words_search on sites
  using gin (folded(name || ' ' || sid || ' ' || street || ' ' || zip_code || ' ' || city) gin_trgm_ops);
create index devices_alias_search on devices using gin (folded(alias) gin_trgm_ops) where alias <> '';
create index users_words_search on users
  using gin (folded(email || ' ' || contact_person || ' ' || contact_number) gin_trgm_ops);
create index companies_words_search on companies using gin (folded(name) gin_trgm_ops);
