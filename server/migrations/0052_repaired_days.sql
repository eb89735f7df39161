-- When the totals of a plant's day changed last, and when they did so after the day had been shown as over: reports that
-- came late, a clock set right, a device replaced or its history deleted. Null: not since this is written down.
alter table site_day add changed_at timestamptz, add repaired_at timestamptz;
