-- How many mails of a kind somebody had of late is asked before each mail about alarms.
create index mails_to on mails (recipient, kind, created_at);
