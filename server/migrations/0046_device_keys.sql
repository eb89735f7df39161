-- How often the key of a device, with which it signs in at the broker, was replaced.
alter table devices add column key_number int not null default 0;
