-- A link that was shown to who created the account proves nothing about the address: it was not only mailed.
alter table mail_links add column is_shown boolean not null default false;

-- Since when an invitation waits for its holder to set a password; null once that is done, and for all others.
alter table users add column invited_at timestamptz;
update users u set invited_at = l.at
from (select user_id, max(created_at) as at from mail_links where purpose = 'invite' group by user_id
  having bool_and(used_at is null)) l
where l.user_id = u.id and u.last_sign_in_at is null and u.cancelled_at is null;
