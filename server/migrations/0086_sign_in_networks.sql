-- Wrong passwords are counted by network: an address or IPv6 /64, its /24 or /48, and '*' for all of an account. The last
-- two drain with time, so they are no whole numbers. What was counted by address ends with this version.
delete from sign_in_tries;
alter table sign_in_tries rename column address to network;
alter table sign_in_tries alter column tries type double precision;
