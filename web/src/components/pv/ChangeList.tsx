import { site } from '@helioport/contract/site';
import { type ReactNode, useState } from 'react';
import { useCall } from '../../api/query.ts';
import { t } from '../../i18n.ts';
import { AuditDetail } from '../../session/AuditDetail.tsx';
import { pageTitle } from '../../session/pageTitle.ts';
import { Button } from '../base/Button.tsx';
import { Panel } from '../base/Panel.tsx';
import { RelativeTime } from '../base/RelativeTime.tsx';
import './changeList.css';

const FEW = 10;

interface ChangeListProps {
  sid: string;
  /** Only what was done to this device. */
  sn?: string;
}

/** The plant's audit log, newest first. */
export function ChangeList({ sid, sn }: ChangeListProps): ReactNode {
  const [size, setSize] = useState(FEW);
  const answer = useCall(
    site.changes,
    { sid, ...(sn === undefined ? {} : { sn }), page: { size, num: 0 } },
    { live: 'none', keepsPrevious: true },
  );
  const list = answer.data?.list ?? [];
  const rest = (answer.data?.total ?? 0) - list.length;
  return (
    <Panel
      answer={answer}
      empty={list.length === 0 && { title: t('changeLog.none'), icon: 'list' }}
      fold="changes"
      title={pageTitle('audit')}
    >
      <ol className="hp-changes">
        {list.map((change) => (
          <li key={change.id}>
            <strong>
              {sn === undefined && change.action.startsWith('device.')
                ? t('public.labelled', { label: change.actionTitle, value: change.subject })
                : change.actionTitle}
            </strong>
            <small>
              {change.userName || t('changeLog.machine')}, <RelativeTime at={change.at} />
            </small>
            <AuditDetail action={change.action} detail={change.detail} />
          </li>
        ))}
      </ol>
      {rest > 0 && (
        <Button isBusy={answer.isFetching} onClick={() => setSize(size + 40)}>
          {t('groupAccess.more', { count: rest })}
        </Button>
      )}
    </Panel>
  );
}
