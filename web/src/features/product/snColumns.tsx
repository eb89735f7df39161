// The columns of the list of serial numbers.

import { Link } from 'react-router';
import { CopyText } from '../../components/base/CopyText.tsx';
import { Tag } from '../../components/base/Tag.tsx';
import { textColumn, timeColumn } from '../../components/pv/columns.tsx';
import { CompanyLink } from '../../components/pv/peopleLinks.tsx';
import type { Column } from '../../components/table/DataTable.tsx';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import type { SnEntry } from './serials.ts';
import { TokenButton } from './TokenDialog.tsx';

const ownerOf = (row: SnEntry): string => {
  if (!row.isIssued) return '';
  return row.companyName || t('serial.toNobody');
};

/** All states of a serial number, most severe first. */
const standingOf = (row: SnEntry): string[] => [
  ...(row.isRestricted ? [t('serial.restricted')] : []),
  row.isIssued ? t('serial.issued') : t('serial.notIssued'),
  ...(row.isActivated ? [t('serial.activated')] : []),
];

export const snColumns = (): Column<SnEntry>[] => [
  {
    key: 'sn',
    title: t('site.field.sn'),
    isSortable: true,
    isFixed: true,
    render: (row) => (
      <CopyText
        label={t('site.field.sn')}
        shown={row.sid === '' ? undefined : <Link to={paths.device(row.sn)}>{row.sn}</Link>}
        text={row.sn}
      />
    ),
    text: (row) => row.sn,
  },
  {
    key: 'modelName',
    title: t('serial.field.product'),
    render: (row) => row.modelName || <span className="hp-muted">{t('serial.unlisted')}</span>,
    text: (row) => row.modelName,
  },
  {
    key: 'standing',
    title: t('serial.field.standing'),
    render: (row) => (
      <span className="hp-tag-row">
        {row.isRestricted && <Tag tone="alert">{t('serial.restricted')}</Tag>}
        <Tag tone={row.isIssued ? 'act' : 'plain'}>
          {row.isIssued ? t('serial.issued') : t('serial.notIssued')}
        </Tag>
        {row.isActivated && <Tag tone="good">{t('serial.activated')}</Tag>}
      </span>
    ),
    text: (row) => standingOf(row).join(', '),
  },
  {
    key: 'stock',
    title: t('serial.stock.title'),
    render: (row) => (row.stock === null ? '–' : t(`serial.stock.${row.stock}`)),
    text: (row) => (row.stock === null ? '' : t(`serial.stock.${row.stock}`)),
  },
  {
    key: 'company',
    title: t('serial.field.company'),
    render: (row) =>
      row.isIssued && row.companyName !== '' ? (
        <CompanyLink companyId={row.companyId} name={row.companyName} />
      ) : (
        ownerOf(row) || '–'
      ),
    text: ownerOf,
  },
  timeColumn('issuedAt', t('serial.field.issuedAt')),
  timeColumn('activatedAt', t('serial.field.activatedAt')),
  textColumn('batch', t('serial.field.batch')),
  {
    key: 'reason',
    title: t('serial.field.reason'),
    text: (row) => row.restrictedReason,
  },
  {
    key: 'token',
    title: t('serial.token.open'),
    render: (row) => <TokenButton row={row} />,
  },
  timeColumn('createdAt', t('serial.field.createdAt'), { isHiddenAtFirst: true }),
];
