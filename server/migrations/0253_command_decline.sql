-- Why a second approval was refused; null: it was not refused. Shown to the requester.
alter table commands add column decline_reason text;
