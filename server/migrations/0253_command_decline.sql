-- Why a second approval was refused; null: it was not refused. Its requester wants to know.
alter table commands add column decline_reason text;
