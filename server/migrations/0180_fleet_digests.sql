-- Users who want the weekly digest of the fleet desk by mail, and the Monday of the last one they were sent.
create table fleet_digests (
  user_id  bigint primary key references users (id) on delete cascade,
  since    timestamptz not null,
  sent_on  date
);
