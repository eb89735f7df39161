import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { text, urlFields } from '../../components/base/urlFields.ts';
import { useUrlState } from '../../components/base/useUrlState.ts';
import { paths } from '../../paths.ts';

const placeSchema = urlFields({ id: text(60) });

/** Path from bookmarks of the vendor's portal; here the reports are a tab of the plant. */
export default function ReportSettingPage(): ReactNode {
  const [{ id }] = useUrlState(placeSchema);
  return <Navigate replace to={id === '' ? paths.sites() : paths.site(id, 'reports')} />;
}
