-- Which rows are of the demo world, so that it can be shut and taken away without touching what people made themselves.
alter table users add column is_demo boolean not null default false;
alter table companies add column is_demo boolean not null default false;
alter table sites add column is_demo boolean not null default false;
create index users_demo on users (id) where is_demo;
create index companies_demo on companies (id) where is_demo;
create index sites_demo on sites (id) where is_demo;

-- The simulated devices by the name of vendor and serial, also before they are heard of for the first time.
create table demo_devices (
  sn  text primary key
);

-- Databases in which the demo world was written down before it bore a mark. Its first person is told by his address, which
-- nobody can have; all others came in the same transaction.
create temporary table demo_birth on commit drop as
  select created_at as at from users where email = 'admin@demo.test';
update users set is_demo = true where email like '%@demo.test' and created_at in (select at from demo_birth);
update companies set is_demo = true where created_at in (select at from demo_birth);
update sites set is_demo = true
where exists (select 1 from demo_birth) and sid in (
  'DE_20240312_9kQm', 'DE_20231120_Fg1h', 'DE_20250504_Lm3T', 'NL_20230918_Vb7x', 'ES_20220607_Qr2d', 'PL_20240822_Wd5r',
  'FR_20260914_Jx8u', 'US_20250211_Kp4s', 'BR_20260323_Tn8e', 'AU_20240115_Hw5J', 'NP_20241002_Zc6y', 'JP_20250620_Yu3b',
  'KE_20230705_Ge9a', 'AT_20250403_Hy7m', 'AT_20250611_Bk3w');
insert into demo_devices (sn)
select sn from devices d where d.site_id in (select id from sites where is_demo) and d.claimed_at in (select at from demo_birth)
union select sn from devices d where d.parent_id in (
  select id from devices where site_id in (select id from sites where is_demo) and claimed_at in (select at from demo_birth));
-- Those that the simulator lets report without a plant.
insert into demo_devices (sn)
select sn from (values ('32C8DE01'), ('86DE0001')) as free(sn) where exists (select 1 from demo_birth)
on conflict do nothing;
insert into settings (name, value) select 'demo.state', '"published"' from demo_birth;
