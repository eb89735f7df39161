-- By which rule a module was found: compared with what it made before, or with the median of its array.
alter table weak_module
  add column rule text not null default 'own' check (rule in ('own', 'array'));
