import { cloudImport } from '@helioport/contract/cloudImport';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useWrite } from '../../../api/query.ts';
import { energyFigure } from '../../../components/base/amounts.ts';
import { Button } from '../../../components/base/Button.tsx';
import { Confirm } from '../../../components/base/Confirm.tsx';
import { ProgressBar } from '../../../components/base/ProgressBar.tsx';
import { Tag } from '../../../components/base/Tag.tsx';
import { toast } from '../../../components/base/Toaster.tsx';
import { monthText } from '../../../components/pv/plantClock.ts';
import { t } from '../../../i18n.ts';
import { paths } from '../../../paths.ts';
import type { CloudImport, CloudPlant } from './CloudImportPage.tsx';

/** The chosen plants of an import: how far each is, where it is found and how it is undone. */
export function PlantProgress({ one }: { one: CloudImport }): ReactNode {
  const chosen = one.plants.filter(({ state }) => state !== 'found' && state !== 'unselected');
  if (chosen.length === 0) return <p className="hp-muted">{t('cloud.noneChosen')}</p>;
  return (
    <ul className="hp-cloud-plants">
      {chosen.map((plant) => (
        <li key={plant.number}>
          <div className="hp-cloud-plant">
            {plant.target === null ? (
              <strong>{plant.name}</strong>
            ) : (
              <Link to={paths.site(plant.target.sid)}>{plant.target.siteName}</Link>
            )}
            <StateTag plant={plant} />
          </div>
          {plant.daysTotal > 0 && plant.state !== 'undone' && <Days plant={plant} />}
          {plant.reason !== '' && (
            <p className={plant.state === 'failed' ? 'hp-edit-error' : 'hp-muted'}>
              {t(`cloud.plantReason.${plant.reason}`)} {plant.detail}
            </p>
          )}
          {plant.differing.length > 0 && (
            <p>{t('cloud.differing', { months: plant.differing.map(monthText).join(', ') })}</p>
          )}
          {(plant.state === 'done' || plant.state === 'failed') && plant.target !== null && (
            <Undo id={one.id} plant={plant} />
          )}
        </li>
      ))}
    </ul>
  );
}

function Days({ plant }: { plant: CloudPlant }): ReactNode {
  const { state, daysDone, daysTotal, importedKwh, name } = plant;
  return (
    <>
      {state !== 'done' && <ProgressBar label={name} percent={Math.min(100, (daysDone / daysTotal) * 100)} />}
      <p className="hp-muted">
        {t('cloud.days', { done: daysDone, count: daysTotal })} · {energyFigure(importedKwh).text}
        {state === 'done' && ` · ${t('cloud.resolution')}`}
      </p>
    </>
  );
}

function StateTag({ plant: { state } }: { plant: CloudPlant }): ReactNode {
  if (state === 'found' || state === 'unselected') return null;
  const tone = state === 'done' ? 'good' : state === 'failed' ? 'alert' : 'plain';
  return <Tag tone={tone}>{t(`cloud.plantState.${state}`)}</Tag>;
}

function Undo({ id, plant }: { id: number; plant: CloudPlant }): ReactNode {
  const undo = useWrite(cloudImport.undo, { refreshes: ['site'] });
  const { number, isCreated } = plant;
  return (
    <div>
      <Confirm
        description={t(isCreated ? 'cloud.undoCreatedText' : 'cloud.undoMergedText')}
        isDanger
        onConfirm={() =>
          undo.mutate({ id, number }, { onSuccess: () => toast(t('cloud.undone'), 'success') })
        }
        submit={t('cloud.undo')}
        title={t('cloud.undoTitle')}
      >
        <Button isBusy={undo.isPending} isDanger isSmall>
          {t('cloud.undo')}
        </Button>
      </Confirm>
    </div>
  );
}
