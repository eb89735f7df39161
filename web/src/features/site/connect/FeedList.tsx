import type { OutputOf } from '@helioport/contract/endpoint';
import { feed } from '@helioport/contract/feed';
import { isReadingFeedKind } from '@helioport/domain/feeds';
import type { ReactNode } from 'react';
import { useWrite } from '../../../api/query.ts';
import { Button } from '../../../components/base/Button.tsx';
import { Confirm } from '../../../components/base/Confirm.tsx';
import { EmptyState } from '../../../components/base/EmptyState.tsx';
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
          <Confirm
            description={t('feed.revokeText')}
            isDanger
            submit={t('feed.revoke')}
            onConfirm={() => end(row.id)}
            title={t('feed.revokeTitle', { name: row.name })}
          >
            <Button isDanger isBusy={revoke.isPending && revoke.variables?.id === row.id} isSmall>
              {t('feed.revoke')}
            </Button>
          </Confirm>
        </li>
      ))}
    </ul>
  );
}

/** Whether values arrived, when, and which were the last. */
function FeedState({ row, timeZone }: { row: Row; timeZone?: string }): ReactNode {
  const values = Object.entries(row.lastValues);
  const reads = isReadingFeedKind(row.source);
  return (
    <div className="hp-feed-state">
      {row.lastValueAt === null ? (
        <Tag icon="clock">{t(reads ? 'feed.waitingReader' : 'feed.waiting')}</Tag>
      ) : (
        <p>
          <Tag icon="check" tone="good">
            {t(reads ? 'feed.published' : 'feed.received')}
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
