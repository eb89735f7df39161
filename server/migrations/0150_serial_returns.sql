-- When the issue of a serial was last revoked; null once it is issued again. A returned serial is told apart in the stock.
alter table sn_entries add column returned_at timestamptz;
create index sn_entries_returned on sn_entries (sn) where returned_at is not null;
