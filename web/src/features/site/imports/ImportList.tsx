import type { OutputOf } from '@helioport/contract/endpoint';
import { imports } from '@helioport/contract/imports';
import { monthOf } from '@helioport/domain/periods';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useWrite } from '../../../api/query.ts';
import { energyFigure } from '../../../components/base/amounts.ts';
import { Button } from '../../../components/base/Button.tsx';
import { Confirm } from '../../../components/base/Confirm.tsx';
import { EmptyState } from '../../../components/base/EmptyState.tsx';
import { ProgressBar } from '../../../components/base/ProgressBar.tsx';
import { Tag } from '../../../components/base/Tag.tsx';
import { toast } from '../../../components/base/Toaster.tsx';
import { t } from '../../../i18n.ts';
import { paths } from '../../../paths.ts';
import { periodText, sourceText, stepText } from './sources.ts';

type Row = OutputOf<typeof imports.list>['list'][number];

const WH_PER_KWH = 1000;

/** The imports of the plant with their progress, and the end of each. */
export function ImportList({ sid, list }: { sid: string; list: readonly Row[] }): ReactNode {
  const undo = useWrite(imports.undo, { refreshes: ['site', 'overview', 'device'] });
  if (list.length === 0) return <EmptyState icon="up" title={t('imports.none')} />;
  const end = (id: number) =>
    undo.mutate({ sid, id }, { onSuccess: () => toast(t('imports.undone'), 'success') });
  return (
    <ul className="hp-import-list">
      {list.map((row) => (
        <li key={row.id}>
          <div className="hp-import-what">
            <strong>{row.fileName}</strong>
            <span className="hp-muted">
              {sourceText(row.source)} · {stepText(row.stepMinutes)}
            </span>
            <span className="hp-muted">{row.createdBy}</span>
          </div>
          <div className="hp-import-what">
            <span>{periodText(row.firstDay, row.lastDay)}</span>
            {row.totals.produced !== null && (
              <span className="hp-muted">
                {t('public.labelled', {
                  label: t('imports.meaning.produced'),
                  value: energyText(row.totals.produced),
                })}
              </span>
            )}
          </div>
          <div aria-live="polite" className="hp-import-what">
            <ImportState row={row} />
            {row.state === 'done' && (
              <Link to={paths.siteEnergy(sid, monthOf(row.lastDay))}>{t('imports.openEnergy')}</Link>
            )}
          </div>
          <Confirm
            description={t('imports.undoText')}
            isDanger
            onConfirm={() => end(row.id)}
            submit={t('imports.undo')}
            title={t('imports.undoTitle', { name: row.fileName })}
          >
            <Button isDanger isBusy={undo.isPending && undo.variables?.id === row.id} isSmall>
              {t('imports.undo')}
            </Button>
          </Confirm>
        </li>
      ))}
    </ul>
  );
}

function energyText(wh: number): string {
  const { value, unit } = energyFigure(wh / WH_PER_KWH);
  return `${value} ${unit}`;
}

function ImportState({ row: { state, progress } }: { row: Row }): ReactNode {
  switch (state) {
    case 'done':
      return (
        <span>
          <Tag icon="check" tone="good">
            {t('imports.done')}
          </Tag>
        </span>
      );
    case 'failed':
      return (
        <>
          <span>
            <Tag icon="alert" tone="alert">
              {t('imports.failed')}
            </Tag>
          </span>
          <span className="hp-muted">{t('imports.failedHint')}</span>
        </>
      );
    default:
      return (
        <>
          <span>
            <Tag icon="clock" tone={state === 'running' ? 'act' : 'plain'}>
              {t(state === 'running' ? 'imports.running' : 'imports.waiting')}
            </Tag>
          </span>
          <ProgressBar label={t('imports.running')} percent={Math.round(progress * 100)} />
        </>
      );
  }
}
