-- Who set an account up, so that a second approval does not come from an account of the requester: who created it, who
-- entered its address, who gave its role; null: its holder, or the installation. And when its holder used a link mailed
-- to its address.
alter table users
  add column created_by      bigint references users (id) on delete set null,
  add column address_by      bigint references users (id) on delete set null,
  add column role_by         bigint references users (id) on delete set null,
  add column email_proven_at timestamptz;
create index users_created_by on users (created_by) where created_by is not null;
create index users_address_by on users (address_by) where address_by is not null;
create index users_role_by on users (role_by) where role_by is not null;

-- Existing accounts: as the audit log has it.
update users u set created_by = a.user_id, address_by = a.user_id, role_by = a.user_id
from (
  select distinct on (subject_user_id) subject_user_id, user_id from audit
  where action = 'user.create' and subject_user_id is not null and user_id is not null
  order by subject_user_id, id
) a
where u.id = a.subject_user_id;

update users u set role_by = a.user_id
from (
  select distinct on (subject_user_id) subject_user_id, user_id from audit
  where action = 'user.update' and subject_user_id is not null and user_id is not null
    and (detail ? 'group' or detail ? 'company')
  order by subject_user_id, id desc
) a
where u.id = a.subject_user_id;

update users u set address_by = a.user_id
from (
  select distinct on (subject_user_id) subject_user_id, user_id from audit
  where action = 'user.update' and subject_user_id is not null and user_id is not null and detail ? 'email'
  order by subject_user_id, id desc
) a
where u.id = a.subject_user_id;

update users u set email_proven_at = a.at
from (
  select user_id, max(at) as at from audit
  where action in ('account.verifyEmail', 'account.acceptInvitation', 'account.resetPassword')
  group by user_id
) a
where u.id = a.user_id and u.email_verified_at is not null and not exists (
  select from audit c where c.subject_user_id = u.id and c.action = 'user.update' and c.detail ? 'email'
    and c.at > a.at);
