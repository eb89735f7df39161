-- What a registration brings (password hash, profile), stored with its own confirmation link until the link is used.
alter table mail_links add column registration jsonb;
