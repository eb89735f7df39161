import { device } from '@helioport/contract/device';
import type { OutputOf } from '@helioport/contract/endpoint';
import { localDay } from '@helioport/domain/periods';
import { type ReactNode, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { useCall } from '../../../api/query.ts';
import { energyFigure } from '../../../components/base/amounts.ts';
import { Button } from '../../../components/base/Button.tsx';
import { Panel } from '../../../components/base/Panel.tsx';
import { lazyWithWords } from '../../../components/lazyPart.tsx';
import type { Plant } from '../../../components/pv/plant.ts';
import { dateText } from '../../../components/pv/plantClock.ts';
import { t } from '../../../i18n.ts';
import { paths } from '../../../paths.ts';
import { useMayCall } from '../../../session/Can.tsx';

const UndoReplaceDialog = lazyWithWords(async () => (await import('./UndoReplaceDialog.tsx')).default);

export type Retired = OutputOf<typeof device.replacements>['list'][number];

/**
 * The replaced devices; hidden if there are none. Their energy is included in the plant's total but in no row of the
 * table above, so it is listed here.
 */
export function ReplacedDevices({ plant }: { plant: Plant }): ReactNode {
  const { sid, detail, now } = plant;
  const { data } = useCall(device.replacements, { sid }, { live: 'none' });
  const mayUndo = useMayCall(device.replaceUndo) && detail.mayEdit;
  const [chosen, setChosen] = useState<Retired>();
  if (data === undefined || data.list.length === 0) return null;
  const madeKwh = data.list.reduce((sum, { totalPower }) => sum + (totalPower ?? 0), 0);
  const title = t('site.replace.retired');
  return (
    <div className="hp-device-replaced">
      <Panel title={madeKwh > 0 ? labelled(title, energyFigure(madeKwh).text) : title}>
        <ul className="hp-device-retired">
          {data.list.map((row) => (
            <li key={row.sn}>
              <span>
                <b>
                  {t('site.replace.retiredOn', {
                    sn: row.sn,
                    kind: row.model,
                    time: dateText(localDay(row.at, detail.timezone)),
                  })}
                </b>
                <small className="hp-muted">
                  {t('site.replace.retiredBy', { sn: row.bySn })}
                  {data.list.length > 1 &&
                    row.totalPower !== null &&
                    ` · ${energyFigure(row.totalPower).text}`}
                </small>
              </span>
              <Link to={paths.siteHistory(sid, row.sn)}>{t('site.replace.toHistory', { sn: row.sn })}</Link>
              {mayUndo && row.undoUntil !== null && row.undoUntil > now && (
                <Button
                  aria-label={labelled(t('site.replace.undo'), row.sn)}
                  isSmall
                  onClick={() => setChosen(row)}
                >
                  {t('site.replace.undo')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      </Panel>
      {chosen && (
        <Suspense fallback={null}>
          <UndoReplaceDialog onClose={() => setChosen(undefined)} row={chosen} sid={sid} />
        </Suspense>
      )}
    </div>
  );
}

const labelled = (label: string, value: string): string => t('public.labelled', { label, value });
