import { overview } from '@helioport/contract/overview';
import type { ReactNode } from 'react';
import { useCall } from '../../api/query.ts';
import { Facts } from '../../components/base/Facts.tsx';
import type { Answer } from '../../components/base/FailedState.tsx';
import { Figure } from '../../components/base/Figure.tsx';
import { Page } from '../../components/base/Page.tsx';
import { Panel } from '../../components/base/Panel.tsx';
import { RelativeTime } from '../../components/base/RelativeTime.tsx';
import { formatNumber } from '../../components/base/time.ts';
import { dateText, monthText } from '../../components/pv/plantClock.ts';
import { numberFormat } from '../../formats.ts';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { pageTitle } from '../../session/pageTitle.ts';
import { ClockPanel } from './ClockPanel.tsx';
import { type Health, MismatchTable } from './MismatchTable.tsx';
import { RetentionPanel } from './RetentionPanel.tsx';
import { UpstreamPanel } from './UpstreamPanel.tsx';
import './health.css';

/** What the nightly check found, what waits, how large the store is. */
export default function HealthPage(): ReactNode {
  const answer = useCall(overview.health, { withStore: true }, { live: 'none', refreshMs: 60_000 });
  const { data } = answer;
  return (
    <Page sub={t('health.sub')} title={pageTitle('health')}>
      {data && <ClockPanel notes={data.clock} />}
      <Panel answer={answer} height={72} title={t('health.sums')}>
        {data && <CheckFigures health={data} />}
      </Panel>
      <MismatchTable answer={answer} isChecked={data?.check != null} rows={data?.mismatches} />
      <div className="hp-health-pair">
        <Panel answer={answer} height={120} title={t('health.waiting')}>
          {data && <Waiting health={data} />}
        </Panel>
        <Panel answer={answer} height={120} title={t('health.backups')}>
          {data && <Backups health={data} />}
        </Panel>
        {data?.upstream && <UpstreamPanel answer={answer} upstream={data.upstream} />}
        <RetentionPanel answer={answer} health={data} />
        <Store answer={answer} health={data} />
        <Panel answer={answer} height={120} title={t('health.largest')}>
          {data?.store && <Largest plants={data.store.plants} />}
        </Panel>
      </div>
    </Page>
  );
}

function CheckFigures({ health: { check } }: { health: Health }): ReactNode {
  const figure = (value: number | undefined) => (value === undefined ? null : formatNumber(value, 0));
  return (
    <div className="hp-health-figures">
      <dl className="hp-figure">
        <dt>{t('health.lastCheck')}</dt>
        <dd>
          <RelativeTime at={check?.finishedAt ?? null} />
        </dd>
      </dl>
      <Figure label={t('health.plants')} value={figure(check?.plants)} />
      <Figure label={t('health.compared')} value={figure(check?.sums)} />
      <Figure label={t('health.wrong')} value={figure(check?.mismatches)} />
    </div>
  );
}

function Waiting({ health: { dirtyDays } }: { health: Health }): ReactNode {
  const { count, oldestDay, markedAt } = dirtyDays;
  return (
    <Facts
      facts={[
        { title: t('health.waitingDays'), value: formatNumber(count, 0) },
        { title: t('health.oldestDay'), value: oldestDay === null ? '' : dateText(oldestDay) },
        { title: t('health.waitingSince'), value: markedAt === null ? '' : <RelativeTime at={markedAt} /> },
      ]}
    />
  );
}

function Backups({ health: { backup } }: { health: Health }): ReactNode {
  if (backup === null) return <p className="hp-muted">{t('health.noBackups')}</p>;
  const { last, trouble } = backup;
  return (
    <Facts
      facts={[
        { title: t('health.lastBackup'), value: <RelativeTime at={last?.takenAt ?? null} /> },
        { title: t('health.backupSize'), value: last === null ? '' : sizeText(last.bytes) },
        { title: t('health.backupRows'), value: last === null ? '' : formatNumber(last.rows, 0) },
        ...(trouble === null
          ? []
          : [
              {
                title: t('health.backupTrouble'),
                value: (
                  <>
                    <RelativeTime at={trouble.at} />
                    <br />
                    {trouble.reason}
                  </>
                ),
              },
            ]),
      ]}
    />
  );
}

function Largest({ plants }: { plants: NonNullable<Health['store']>['plants'] }): ReactNode {
  if (plants.length === 0) return <p className="hp-muted">{t('health.noSizes')}</p>;
  return (
    <Facts
      facts={plants.map(({ sid, siteName, reports, bytes }) => ({
        title: siteName,
        to: paths.site(sid),
        value: `${t('health.reports', { count: reports })}, ${sizeText(bytes)}`,
      }))}
    />
  );
}

const units = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** "412 MB": sizes in the largest unit of which there is one. */
function sizeText(bytes: number): string {
  const step = Math.min(Math.max(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), 1), units.length);
  const unit = units[step - 1] ?? 'kilobyte';
  return numberFormat({ style: 'unit', unit, maximumSignificantDigits: 3 }).format(bytes / 1000 ** step);
}

/** Disk usage; for a remote database only its growth. */
function diskFacts(disk: Health['disk']): { title: string; value: string }[] {
  if (disk === null) return [];
  const { freeBytes, growthPerMonth, daysLeft } = disk;
  const facts: { title: string; value: string }[] = [];
  if (freeBytes !== null) facts.push({ title: t('health.diskFree'), value: sizeText(freeBytes) });
  if (growthPerMonth !== null)
    facts.push({ title: t('health.growth'), value: sizeText(Math.max(growthPerMonth, 0)) });
  if (daysLeft !== null)
    facts.push({ title: t('health.diskFull'), value: t('health.diskDays', { count: daysLeft }) });
  return facts;
}

function Store({ answer, health }: { answer: Answer; health: Health | undefined }): ReactNode {
  const store = health?.store;
  return (
    <Panel answer={answer} height={120} title={t('health.store')}>
      {store && (
        <Facts
          facts={[
            { title: t('health.databaseSize'), value: sizeText(store.databaseBytes) },
            { title: t('health.reportsToday'), value: formatNumber(store.reportsToday, 0) },
            { title: t('health.reportsYesterday'), value: formatNumber(store.reportsYesterday, 0) },
            ...diskFacts(health.disk),
            { title: t('health.packed'), value: sizeText(store.packed.bytes) },
            ...(store.packed.isDone === null
              ? []
              : [
                  {
                    title: t('health.packing'),
                    value: t(store.packed.isDone ? 'health.packingDone' : 'health.packingOn'),
                  },
                ]),
            ...store.partitions.map(({ holds, from, bytes }) => ({
              title:
                holds === 'report'
                  ? t('health.reportsOf', { span: monthText(from.slice(0, 7)) })
                  : t('health.framesOf', { span: dateText(from) }),
              value: sizeText(bytes),
            })),
          ]}
        />
      )}
    </Panel>
  );
}
