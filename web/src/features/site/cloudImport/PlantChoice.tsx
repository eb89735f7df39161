import { cloudImport } from '@helioport/contract/cloudImport';
import { type ReactNode, useState } from 'react';
import { useWrite } from '../../../api/query.ts';
import { energyFigure } from '../../../components/base/amounts.ts';
import { Button } from '../../../components/base/Button.tsx';
import { EmptyState } from '../../../components/base/EmptyState.tsx';
import { monthText } from '../../../components/pv/plantClock.ts';
import { t } from '../../../i18n.ts';
import type { CloudImport, CloudPlant } from './CloudImportPage.tsx';

const isOffered = ({ reason }: CloudPlant): boolean => reason === '';

/** The plants of an account with what an import would bring, and the choice of them. */
export function PlantChoice({ one }: { one: CloudImport }): ReactNode {
  const offered = one.plants.filter(isOffered);
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const start = useWrite(cloudImport.start);
  const chosen = offered.filter(({ number }) => !left.has(number));
  const setChosen = (numbers: readonly number[], isChosen: boolean) => {
    const next = new Set(left);
    for (const number of numbers)
      if (isChosen) next.delete(number);
      else next.add(number);
    setLeft(next);
  };
  if (one.plants.length === 0)
    return <EmptyState hint={t('cloud.noPlantsHint')} icon="plant" title={t('cloud.noPlants')} />;
  return (
    <>
      <p>{t('cloud.choose')}</p>
      {offered.length > 1 && (
        <label className="hp-cloud-all">
          <input
            checked={chosen.length === offered.length}
            onChange={(event) =>
              setChosen(
                offered.map(({ number }) => number),
                event.target.checked,
              )
            }
            type="checkbox"
          />
          {t('cloud.all')}
        </label>
      )}
      <ul className="hp-cloud-plants">
        {one.plants.map((plant) => (
          <li key={plant.number}>
            <label>
              <input
                checked={isOffered(plant) && !left.has(plant.number)}
                disabled={!isOffered(plant)}
                onChange={(event) => setChosen([plant.number], event.target.checked)}
                type="checkbox"
              />
              <strong>{plant.name}</strong>
            </label>
            <p className="hp-muted">{factsOf(plant)}</p>
            {plant.existing !== null && <p>{t('cloud.merge', { plant: plant.existing.siteName })}</p>}
            {plant.reason !== '' && (
              <p className="hp-edit-error">
                {t(`cloud.plantReason.${plant.reason}`)}
                {plant.taken.length > 0 && ` ${plant.taken.slice(0, 20).join(', ')}`}
              </p>
            )}
          </li>
        ))}
      </ul>
      <div>
        <Button
          disabled={chosen.length === 0}
          isBusy={start.isPending}
          onClick={() =>
            start.mutate({
              id: one.id,
              plants: chosen.map(({ number, existing }) => ({ number, into: existing?.sid ?? '' })),
            })
          }
          variant="primary"
        >
          {t('cloud.start', { count: chosen.length })}
        </Button>
      </div>
    </>
  );
}

const factsOf = ({ devices, since, years, cloudKwh }: CloudPlant): string =>
  [
    t('cloud.devices', { count: devices }),
    ...(since === null
      ? [t('cloud.noHistory')]
      : [
          t('cloud.since', { month: monthText(since) }),
          ...(years.length > 1 ? [`${years[0]}–${years.at(-1)}`] : []),
          energyFigure(cloudKwh).text,
        ]),
  ].join(' · ');
