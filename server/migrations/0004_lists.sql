-- Indexes that lists and look-ups need besides those of the tables themselves.

create index sessions_company on sessions (company_id) where company_id is not null;
