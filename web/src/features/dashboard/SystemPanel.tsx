// The state of the installation, for portal administrators: open concerns, emails, backup, disk and version.
import type { dashboard } from '@helioport/contract/dashboard';
import type { OutputOf } from '@helioport/contract/endpoint';
import { overview } from '@helioport/contract/overview';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useCall } from '../../api/query.ts';
import { bytesText } from '../../components/base/bytes.ts';
import { Facts } from '../../components/base/Facts.tsx';
import { Panel } from '../../components/base/Panel.tsx';
import { RelativeTime } from '../../components/base/RelativeTime.tsx';
import { formatNumber, useNow } from '../../components/base/time.ts';
import { concernTexts } from '../../components/pv/concernTexts.ts';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';

type Mails = OutputOf<typeof dashboard.attention>['mails'];
type Health = OutputOf<typeof overview.health>;

/** Shows what needs the attention of an administrator; `mails` is null for roles without the outbox. */
export function SystemPanel({ mails }: { mails: Mails }): ReactNode {
  const answer = useCall(overview.health, {}, { live: 'none', refreshMs: 60_000 });
  const now = useNow();
  const { data } = answer;
  const concerns = data ? concernTexts(data, now) : [];
  return (
    <Panel answer={answer} height={160} title={t('dashboard.system')}>
      {data && (
        <>
          {concerns.length > 0 ? (
            <ul className="hp-dash-concerns">
              {concerns.map((text) => (
                <li key={text}>
                  <Link to={paths.health()}>{text}</Link>
                </li>
              ))}
            </ul>
          ) : (
            <p className="hp-dash-fine">{t('dashboard.noConcern')}</p>
          )}
          <div className="hp-dash-facts">
            <Facts facts={[...mailFacts(mails), ...systemFacts(data)]} />
          </div>
        </>
      )}
    </Panel>
  );
}

function mailFacts(mails: Mails) {
  if (mails === null) return [];
  const row = (title: string, count: number, state: 'failed' | 'waiting' | 'kept') => ({
    title,
    value: <Link to={paths.outbox({ state })}>{formatNumber(count, 0)}</Link>,
  });
  return [
    row(t('dashboard.mailsFailed'), mails.failed, 'failed'),
    ...(mails.hasServer
      ? [row(t('dashboard.mailsWaiting'), mails.waiting, 'waiting')]
      : [row(t('dashboard.mailsKept'), mails.kept, 'kept')]),
  ];
}

const systemFacts = ({ backup, disk, version }: Health) => [
  {
    title: t('dashboard.lastBackup'),
    value: backup === null ? t('dashboard.backupsOff') : <RelativeTime at={backup.last?.takenAt ?? null} />,
  },
  {
    title: t('dashboard.diskFree'),
    value: disk?.freeBytes == null ? '' : bytesText(disk.freeBytes),
  },
  { title: t('dashboard.version'), value: version },
];
