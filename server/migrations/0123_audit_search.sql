-- The new serial of a replaced device, searched like the old one.
create index audit_by_search on audit using gin ((detail ->> 'by') gin_trgm_ops) where detail ? 'by';
