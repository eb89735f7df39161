-- How many sums a nightly check compared: "nothing found" says something only beside it.
alter table totals_check add column sums bigint not null default 0;
