-- Who canceled a command or refused its second approval: its requester wants to know.
alter table commands add column withdrawn_by bigint references users (id) on delete set null;
create index commands_withdrawn_by on commands (withdrawn_by);
