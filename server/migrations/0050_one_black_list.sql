-- What is restricted stands in the list of serials, and only there.
insert into sn_entries (sn, restricted_at, restricted_reason, created_at)
select sn, restricted_at, reason, restricted_at from restricted_sn on conflict do nothing;
drop table restricted_sn;
