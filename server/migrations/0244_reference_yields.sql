-- Reference yield of IEC 61724-1 in hours: irradiation on the arrays by the weather source, averaged over the modules by
-- rated power. Null without such a source, and for days that were evaluated before this migration.
alter table site_expected
  add column reference_h double precision,
  add column reference_completeness real;
