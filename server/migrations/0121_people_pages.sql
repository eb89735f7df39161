-- How to reach a company, for the page about it.
alter table companies
  add column contact_person text not null default '' check (length(contact_person) <= 80),
  add column contact_email  text not null default '' check (length(contact_email) <= 254),
  add column contact_number text not null default '' check (length(contact_number) <= 40),
  add column street         text not null default '' check (length(street) <= 120),
  add column zip_code       text not null default '' check (length(zip_code) <= 20),
  add column city           text not null default '' check (length(city) <= 80),
  add column website        text not null default '' check (length(website) <= 200);

-- The emails of one person, newest first.
create index mails_of_recipient on mails (lower(recipient), id desc);
