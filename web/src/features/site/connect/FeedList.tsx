import type { OutputOf } from '@helioport/contract/endpoint';
import { feed } from '@helioport/contract/feed';
import { Button, Popconfirm } from 'antd';
import type { ReactNode } from 'react';
import { useWrite } from '../../../api/query.ts';
import { EmptyState } from '../../../components/base/Panel.tsx';
import { RelativeTime } from '../../../components/base/RelativeTime.tsx';
import { Tag } from '../../../components/base/Tag.tsx';
import { toast } from '../../../components/base/Toaster.tsx';
import { t } from '../../../i18n.ts';

type Row = OutputOf<typeof feed.list>['list'][number];

interface FeedListProps {
  sid: string;
  list: readonly Row[];
  timeZone?: string;
  onRevoked: (id: number) => void;
}

/** The data sources of the plant with their latest values, and the end of each. */
export function FeedList({ sid, list, timeZone, onRevoked }: FeedListProps): ReactNode {
  const revoke = useWrite(feed.revoke);
  if (list.length === 0) return <EmptyState icon="device" title={t('feed.none')} />;
  const end = (id: number) =>
    revoke.mutate(
      { sid, id },
      {
        onSuccess: () => {
          toast(t('feed.revoked'), 'success');
          onRevoked(id);
        },
      },
    );
  return (
    <ul className="hp-feed-list">
      {list.map((row) => (
        <li key={row.id}>
          <div className="hp-feed-head">
            <strong>{row.name}</strong>
            <span className="hp-muted">{t(`feed.kind.${row.source}`)}</span>
          </div>
          <FeedState row={row} {...(timeZone === undefined ? {} : { timeZone })} />
          <Popconfirm
            cancelText={t('ui.cancel')}
            description={<span className="hp-feed-ask">{t('feed.revokeText')}</span>}
            okButtonProps={{ danger: true }}
            okText={t('feed.revoke')}
            onConfirm={() => end(row.id)}
            title={t('feed.revokeTitle', { name: row.name })}
          >
            <Button danger loading={revoke.isPending && revoke.variables?.id === row.id} size="small">
              {t('feed.revoke')}
            </Button>
          </Popconfirm>
        </li>
      ))}
    </ul>
  );
}

/** Whether values arrived, when, and which were the last. */
function FeedState({ row, timeZone }: { row: Row; timeZone?: string }): ReactNode {
  const values = Object.entries(row.lastValues);
  return (
    <div className="hp-feed-state">
      {row.lastValueAt === null ? (
        <Tag icon="clock">{t('feed.waiting')}</Tag>
      ) : (
        <p>
          <Tag icon="check" tone="good">
            {t('feed.received')}
          </Tag>{' '}
          <RelativeTime at={row.lastValueAt} {...(timeZone === undefined ? {} : { timeZone })} />
        </p>
      )}
      {values.length > 0 && (
        <p className="hp-feed-names">
          {values.map(([name, value]) => (
            <code key={name}>
              {name} = {value}
            </code>
          ))}
        </p>
      )}
      {row.lastError !== '' && <p className="hp-edit-error">{t('feed.rejected', { what: row.lastError })}</p>}
    </div>
  );
}
