-- Built-in menu items get the current titles. They are marked here with a JSON null, and the seed fills them from the
-- locale files at the next start. Titles that an operator has changed are kept.
update menus m set title_locale = 'null'::jsonb
where m.key is not null and not exists (
  select from audit a
  where a.action = 'menu.update' and (a.detail -> 'after' ->> 'id') = m.id::text
    and (a.detail -> 'before' -> 'titleLocale' is distinct from a.detail -> 'after' -> 'titleLocale'
      or a.detail -> 'before' -> 'title' is distinct from a.detail -> 'after' -> 'title')
);
