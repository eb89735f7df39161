import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { paths } from '../../paths.ts';
import { text, urlFields } from '../../ui/base/urlFields.ts';
import { useUrlState } from '../../ui/base/useUrlState.ts';

const placeSchema = urlFields({ id: text(60) });

/** The address that bookmarks of the vendor's portal name: here the reports of a plant are one of its tabs. */
export default function ReportSettingPage(): ReactNode {
  const [{ id }] = useUrlState(placeSchema);
  return <Navigate replace to={id === '' ? paths.sites() : paths.site(id, 'reports')} />;
}
