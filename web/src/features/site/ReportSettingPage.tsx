import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { text, urlFields } from '../../components/base/urlFields.ts';
import { useUrlState } from '../../components/base/useUrlState.ts';
import { paths } from '../../paths.ts';

const placeSchema = urlFields({ id: text(60) });

/** The address that bookmarks of the vendor's portal name: here the reports of a plant are one of its tabs. */
export default function ReportSettingPage(): ReactNode {
  const [{ id }] = useUrlState(placeSchema);
  return <Navigate replace to={id === '' ? paths.sites() : paths.site(id, 'reports')} />;
}
