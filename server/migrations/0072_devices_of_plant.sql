-- Whether a plant has a device is asked of every plant of a list by state: answered out of the index alone.
create index devices_of_plant on devices (site_id) where retired_at is null;
