-- Names of values that a feed sends without known ones, by position, key or node.
alter table feeds add column names text not null default '' check (length(names) <= 600);
