-- An administrator looks through the eyes of a role, as a holder of it in a company: only his session knows.
alter table sessions
  add column view_group_id    int references groups (id) on delete set null,
  add column view_company_id  bigint references companies (id) on delete set null;
create index sessions_view_group on sessions (view_group_id) where view_group_id is not null;
create index sessions_view_company on sessions (view_company_id) where view_company_id is not null;

-- Holders of each role are counted over all people.
create index users_living_group on users (group_id) where cancelled_at is null;
