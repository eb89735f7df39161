import { Link } from 'react-router';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import type { Column } from '../table/DataTable.tsx';

/** The column that names the plant of a row and leads to it. */
export const siteNameColumn = <Row extends { sid: string; siteName: string }>(): Column<Row> => ({
  key: 'siteName',
  title: t('site.field.name'),
  isSortable: true,
  isFixed: true,
  render: ({ sid, siteName }) => (
    <Link className="hp-row-name" to={paths.site(sid)}>
      {siteName}
    </Link>
  ),
  text: ({ siteName }) => siteName,
});
