-- One secret served the replay door, bridges and the passwords of devices. Each has its own now; a house that is there
-- keeps what its devices and bridges sign in with.
insert into settings (name, value)
select own, value from settings, unnest(array['bridge.token', 'device.key']) own
where name = 'replay.token'
on conflict do nothing;
