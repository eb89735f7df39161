-- What machines are told beside parameters, what they say of themselves, and commands that wait for a second person or
-- were withdrawn.

alter table commands
  -- Schedule, server or firmware; null where parameters are all.
  add column more jsonb,
  -- The second person, where one was needed.
  add column confirmed_by bigint references users (id) on delete set null,
  drop constraint commands_state_check,
  add constraint commands_state_check
    check (state in ('waiting', 'queued', 'sent', 'confirmed', 'refused', 'expired', 'withdrawn'));
create index commands_confirmed_by on commands (confirmed_by);
drop index commands_open;
drop index commands_due;
create index commands_open on commands (device_id, id) where state in ('waiting', 'queued', 'sent');
create index commands_due on commands (expires_at) where state in ('waiting', 'queued', 'sent');

-- The newest that a device said of itself: whether it is connected, its firmware, its schedule, where it sends its data,
-- how far it is with an update.
create table device_words (
  site_id    bigint not null references sites (id) on delete cascade,
  device_id  bigint not null references devices (id) on delete cascade,
  key        text not null check (key in ('online', 'firmware', 'schedule', 'server', 'update')),
  value      jsonb not null,
  said_at    timestamptz not null,
  primary key (site_id, device_id, key)
);
create index device_words_device on device_words (device_id);
