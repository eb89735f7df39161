-- Who stopped a campaign; null when it stopped by itself.
alter table campaigns add column stopped_by bigint references users (id) on delete set null;
create index campaigns_stopped_by on campaigns (stopped_by) where stopped_by is not null;
