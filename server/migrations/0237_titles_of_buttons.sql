-- Eight built-in buttons had no titles, so roles and menus showed their names. Mark them as in 0140: the seed fills the
-- titles at the next start. Titles that an operator has entered are kept.
update menus set title_locale = 'null'::jsonb
where title_locale = '{}'::jsonb and key in (
  'alarm.update', 'product.create', 'product.update', 'product.delete', 'sn.create', 'sn.delete', 'sn.issue',
  'sn.restrict');
