import { type ReactNode, useMemo } from 'react';
import { energyFigure, powerFigure } from '../../../components/base/amounts.ts';
import type { Plant } from '../../../components/pv/plant.ts';
import { numberFormat } from '../../../formats.ts';
import { t } from '../../../i18n.ts';
import type { Face } from '../layout/canvas/paint.ts';
import { usePalette } from '../layout/canvas/palette.ts';
import { inReadingOrder, nameOf, type Place } from '../layout/model/places.ts';
import { stepOfRatio } from '../layout/playback/frames.ts';
import { Legend } from '../layout/playback/Legend.tsx';
import { RoofDrawing } from '../layout/playback/RoofDrawing.tsx';
import { RoofList } from '../layout/playback/RoofList.tsx';
import type { Roof } from '../layout/playback/useRoof.ts';
import { ModulePeek } from './ModulePeek.tsx';
import { byProblem, type ModuleRow } from './moduleRows.ts';

const percent = (share: number) => numberFormat({ style: 'percent', maximumFractionDigits: 0 }).format(share);

interface RoofViewProps {
  plant: Plant;
  roof: Roof;
  rows: readonly ModuleRow[];
  title: string;
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
}

/** The roof as it is now: every module beside the median of its plane, with its power. */
export function RoofView({ plant, roof, rows, title, chosen, onChoose }: RoofViewProps): ReactNode {
  const palette = usePalette();
  const byName = useMemo(() => new Map(rows.map((row) => [row.plcSN, row])), [rows]);
  const faceOf = (place: Place): Face => {
    const row = byName.get(nameOf(place));
    // What stands for several modules says nothing about one of them.
    if (!row || row.isUndivided || (row.ratio === null && row.nowW === null))
      return { fill: null, isDashed: place.input === null };
    const words = {
      text: row.nowW === null ? energyFigure(row.todayKwh).text : powerFigure(row.nowW).text,
      ...(row.ratio === null ? {} : { small: percent(row.ratio) }),
    };
    if (row.isDead) return { fill: palette.surface, ink: palette.alert, isDead: true, ...words };
    if (row.ratio === null) return { fill: palette.surface, ink: palette.ink, ...words };
    const step = stepOfRatio(row.ratio);
    return {
      fill: palette.scale[step] ?? palette.surface,
      ink: palette.scaleInk[step] ?? palette.ink,
      ...words,
    };
  };
  const listed = useMemo(
    () =>
      inReadingOrder(
        roof.places.filter(({ input }) => input !== null),
        roof.size,
      )
        .flatMap((place) => byName.get(nameOf(place)) ?? [])
        .sort(byProblem)
        .map((row) => ({
          name: row.plcSN,
          label: row.device === row.sn ? row.plcSN : `${row.device} · ${row.addr}`,
          values: [
            powerFigure(row.nowW).text,
            energyFigure(row.todayKwh).text,
            row.isDead ? t('site.modules.notProducing') : row.ratio === null ? '–' : percent(row.ratio),
          ],
        })),
    [roof.places, roof.size, byName],
  );
  const [first] = chosen;
  const peeked = chosen.size === 1 && first !== undefined ? byName.get(first) : undefined;
  // What is not colored says why.
  const noted = [
    rows.some(({ noRatio }) => noRatio === 'fewInPlane') && t('site.modules.fewInPlaneNote'),
    rows.some(({ noRatio }) => noRatio === 'noPlane') && t('site.modules.noPlane'),
    rows.some(({ noRatio }) => noRatio === 'tooLittle') && t('site.modules.tooLittleNote'),
  ].filter((words) => words !== false);
  return (
    <div className="hp-playback">
      <div>
        <RoofDrawing chosen={chosen} faceOf={faceOf} onChoose={onChoose} palette={palette} roof={roof} />
        <Legend hasDead={rows.some(({ isDead }) => isDead)} scale={{ kind: 'ratio' }} />
        {noted.map((words) => (
          <p className="hp-muted" key={words}>
            {words}
          </p>
        ))}
      </div>
      <div className="hp-roof-side">
        {peeked && <ModulePeek onClose={() => onChoose(new Set())} plant={plant} row={peeked} />}
        <RoofList
          chosen={chosen}
          columns={[t('site.field.now'), t('site.field.today'), t('site.modules.ratio')]}
          onChoose={onChoose}
          rows={listed}
          title={title}
        />
      </div>
    </div>
  );
}
