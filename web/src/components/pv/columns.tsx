// Columns that many lists have.
import { Link } from 'react-router';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { RelativeTime } from '../base/RelativeTime.tsx';
import type { Column } from '../table/DataTable.tsx';
import { readerTime } from './plantClock.ts';

type More = Partial<
  Pick<Column<never>, 'isSortable' | 'isNumber' | 'isText' | 'isHiddenAtFirst' | 'isFixed'>
>;

/** A field as it is, or a dash where it is empty. */
export const textColumn = <Key extends string>(key: Key, title: string, more: More = {}) => ({
  key,
  title,
  ...more,
  text: (row: Readonly<Record<Key, string | number>>) => row[key],
});

/** An instant (ms): its age on screen, date and time in an export. */
export const timeColumn = <Key extends string>(key: Key, title: string, more: More = {}) => ({
  key,
  title,
  ...more,
  render: (row: Readonly<Record<Key, number | null>>) => <RelativeTime at={row[key]} isInTable />,
  text: (row: Readonly<Record<Key, number | null>>) => readerTime(row[key]),
});

/** The plant of a row that is about something else. */
export const sitePlainColumn = <Row extends { sid: string; siteName: string }>(): Column<Row> => ({
  key: 'site',
  title: t('site.field.name'),
  render: ({ sid, siteName }) => <Link to={paths.site(sid)}>{siteName}</Link>,
  text: ({ siteName }) => siteName,
});

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
