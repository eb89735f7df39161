-- Documents of plants: contracts, data sheets, warranty certificates, inspection reports.
alter table large_files drop constraint large_files_purpose_check;
alter table large_files add constraint large_files_purpose_check
  check (purpose in ('document', 'firmware', 'download', 'site'));

create table site_files (
  site_id  bigint not null references sites (id) on delete cascade,
  file_id  bigint not null references large_files (id) on delete cascade,
  primary key (site_id, file_id)
);
create index site_files_file on site_files (file_id);
