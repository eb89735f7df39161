// Shared by the pages of a user and a company: plants, alarms, emails, logins and changes.

import { alarm } from '@helioport/contract/alarm';
import type { InputOf } from '@helioport/contract/endpoint';
import { site } from '@helioport/contract/site';
import { user } from '@helioport/contract/user';
import { namedSn } from '@helioport/domain/deviceIdentity';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useCall } from '../../api/query.ts';
import { Panel } from '../../components/base/Panel.tsx';
import { RelativeTime } from '../../components/base/RelativeTime.tsx';
import { useNow } from '../../components/base/time.ts';
import { alarmStateText } from '../../components/pv/alarmState.tsx';
import { MailStateTag, mailKindWords } from '../../components/pv/mailState.tsx';
import { PlantStatus } from '../../components/pv/PlantStatus.tsx';
import { SeverityTag } from '../../components/pv/SeverityTag.tsx';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { AuditDetail } from '../../session/AuditDetail.tsx';
import { AuditSubject } from './AuditSubject.tsx';

/** One page of each list: the panel shows the total. */
const FEW = { size: 10, num: 0 };

type SiteFilters = NonNullable<NonNullable<InputOf<typeof site.listWithSN>>['filters']>;
type AlarmFilters = NonNullable<NonNullable<InputOf<typeof alarm.list>>['filters']>;
type AuditFilters = NonNullable<NonNullable<InputOf<typeof user.audit>>['filters']>;

/** How many there are beyond the rows that are shown. */
function Rest({ total, shown }: { total: number; shown: number }): ReactNode {
  if (total <= shown) return null;
  return <p className="hp-muted">{t('user.detail.more', { count: total - shown })}</p>;
}

interface TableProps {
  label: string;
  heads: readonly string[];
  children: ReactNode;
}

function Table({ label, heads, children }: TableProps): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it on a phone.
    <section aria-label={label} className="hp-rows" tabIndex={0}>
      <table aria-label={label}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

/** Plants with their state, the ones that need work first. */
export function PlantsPanel({ filters, title }: { filters: SiteFilters; title: string }): ReactNode {
  const answer = useCall(
    site.listWithSN,
    { filters, page: FEW, sort: [{ field: 'verdict', order: 'asc' }] },
    { live: 'none' },
  );
  const nowMs = useNow();
  const rows = answer.data?.list ?? [];
  return (
    <Panel
      answer={answer}
      empty={answer.data?.total === 0 && { title: t('user.detail.noPlants'), icon: 'plant' }}
      height={120}
      title={title}
    >
      <Table heads={[t('site.field.name'), t('user.field.city'), t('site.field.status')]} label={title}>
        {rows.map((row) => (
          <tr key={row.sid}>
            <td>
              <Link to={paths.site(row.sid)}>{row.siteName}</Link>
            </td>
            <td>{row.city || '–'}</td>
            <td>
              <PlantStatus {...row} nowMs={nowMs} timeZone={row.timezone} />
            </td>
          </tr>
        ))}
      </Table>
      <Rest shown={rows.length} total={answer.data?.total ?? 0} />
    </Panel>
  );
}

/** Alarms that have not ended, the most severe first. */
export function AlarmsPanel({ filters }: { filters: AlarmFilters }): ReactNode {
  const answer = useCall(
    alarm.list,
    { filters: { ...filters, state: 'standing' }, page: FEW },
    { live: 'none' },
  );
  const rows = answer.data?.list ?? [];
  const title = t('user.detail.alarms');
  return (
    <Panel
      answer={answer}
      empty={answer.data?.total === 0 && { title: t('user.detail.noAlarms'), icon: 'check' }}
      height={120}
      title={title}
    >
      <Table
        heads={[
          t('user.detail.severity'),
          t('user.detail.alarm'),
          t('user.detail.plant'),
          t('user.detail.device'),
          t('alarm.field.state'),
          t('user.detail.since'),
        ]}
        label={title}
      >
        {rows.map((row) => (
          <tr key={row.alarmId}>
            <td>
              <SeverityTag severity={row.severity} />
            </td>
            <td>
              <Link to={paths.alarms({ id: row.alarmId })}>{row.title}</Link>
            </td>
            <td>
              <Link to={paths.site(row.sid)}>{row.siteName}</Link>
            </td>
            <td>
              {row.sns.length === 1 && row.sns[0] !== undefined ? (
                <Link to={paths.device(row.sns[0])}>{namedSn(row.alias, row.sns[0] ?? '')}</Link>
              ) : (
                t('site.deviceCount', { count: row.deviceCount })
              )}
            </td>
            <td>{alarmStateText(row.state)}</td>
            <td>
              <RelativeTime at={row.begunAt} isInTable />
            </td>
          </tr>
        ))}
      </Table>
      <Rest shown={rows.length} total={answer.data?.total ?? 0} />
    </Panel>
  );
}

/** Emails to a user, with time and delivery state. */
export function MailsPanel({ uid }: { uid: string }): ReactNode {
  const answer = useCall(user.mails, { uid, page: FEW }, { live: 'none' });
  const rows = answer.data?.list ?? [];
  const title = t('user.detail.mails');
  return (
    <Panel
      answer={answer}
      empty={answer.data?.total === 0 && { title: t('user.detail.noMails'), icon: 'document' }}
      height={120}
      title={title}
    >
      <Table
        heads={[
          t('outbox.field.subject'),
          t('outbox.field.kind'),
          t('outbox.field.state'),
          t('outbox.field.createdAt'),
        ]}
        label={title}
      >
        {rows.map((row) => (
          <tr key={row.id}>
            <td>{row.subject}</td>
            <td>{mailKindWords(row.kind)}</td>
            <td>
              <MailStateTag mail={row} />
              {row.lastError !== '' && <div className="hp-muted">{row.lastError}</div>}
            </td>
            <td>
              <RelativeTime at={row.sentAt ?? row.createdAt} isInTable />
            </td>
          </tr>
        ))}
      </Table>
      <Rest shown={rows.length} total={answer.data?.total ?? 0} />
    </Panel>
  );
}

/** Active sessions of a user. */
export function LoginsPanel({ uid }: { uid: string }): ReactNode {
  const answer = useCall(user.logins, { uid, page: FEW }, { live: 'none' });
  const rows = answer.data?.list ?? [];
  const title = t('user.detail.logins');
  return (
    <Panel
      answer={answer}
      empty={answer.data?.total === 0 && { title: t('user.detail.noLogins'), icon: 'lock' }}
      height={120}
      title={title}
    >
      <Table
        heads={[t('user.detail.browser'), t('user.detail.loggedIn'), t('user.detail.lastUsed')]}
        label={title}
      >
        {rows.map((row) => (
          <tr key={`${row.createdAt} ${row.device}`}>
            <td>{row.device}</td>
            <td>
              <RelativeTime at={row.createdAt} isInTable />
            </td>
            <td>
              <RelativeTime at={row.lastSeenAt} isInTable />
            </td>
          </tr>
        ))}
      </Table>
      <Rest shown={rows.length} total={answer.data?.total ?? 0} />
    </Panel>
  );
}

/** Recent audit log entries, by a user or about the account or company. */
export function ChangesPanel({ filters }: { filters: AuditFilters }): ReactNode {
  const answer = useCall(user.audit, { filters, page: FEW }, { live: 'none' });
  const rows = answer.data?.list ?? [];
  const title = t('user.detail.changes');
  return (
    <Panel
      answer={answer}
      empty={answer.data?.total === 0 && { title: t('changeLog.none'), icon: 'list' }}
      height={120}
      title={title}
    >
      <Table
        heads={[
          t('changeLog.field.at'),
          t('changeLog.field.who'),
          t('changeLog.field.action'),
          t('changeLog.field.subject'),
          t('changeLog.field.detail'),
        ]}
        label={title}
      >
        {rows.map((row) => (
          <tr key={row.id}>
            <td>
              <RelativeTime at={row.at} isExact />
            </td>
            <td>
              {row.userUid === '' ? (
                row.userName || row.groupName || t('changeLog.machine')
              ) : (
                <Link to={paths.user(row.userUid)}>{row.userEmail}</Link>
              )}
            </td>
            <td>{row.actionTitle}</td>
            <td>
              <AuditSubject row={row} />
            </td>
            <td>
              <AuditDetail action={row.action} detail={row.detail} />
            </td>
          </tr>
        ))}
      </Table>
      <Rest shown={rows.length} total={answer.data?.total ?? 0} />
    </Panel>
  );
}
