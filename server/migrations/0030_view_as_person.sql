-- An administrator looks at the portal as one person sees it: only his session knows.
alter table sessions
  add column view_user_id bigint references users (id) on delete set null;
create index sessions_view_user on sessions (view_user_id) where view_user_id is not null;
