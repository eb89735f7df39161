import type { ReactNode } from 'react';
import { BulkBar } from '../../../components/pv/bulk/BulkBar.tsx';
import type { SiteRow } from '../list/siteFilters.ts';
import { bulkActions, bulkRows } from './bulkActions.ts';

interface SiteBulkBarProps {
  rows: readonly SiteRow[];
  onClear: () => void;
}

export default function SiteBulkBar({ rows, onClear }: SiteBulkBarProps): ReactNode {
  return <BulkBar actions={bulkActions} of={bulkRows} onClear={onClear} rows={rows} />;
}
