import type { OutputOf } from '@helioport/contract/endpoint';
import { site } from '@helioport/contract/site';
import { type ReactNode, useMemo } from 'react';
import { useCall } from '../../../api/query.ts';
import { energyFigure, powerFigure } from '../../../components/base/amounts.ts';
import { choice, readField, urlFields } from '../../../components/base/urlFields.ts';
import { useUrlState } from '../../../components/base/useUrlState.ts';
import { SelectBox } from '../../../components/form/SelectBox.tsx';
import { ratioName } from '../../../components/pv/finding/findingText.ts';
import type { Plant } from '../../../components/pv/plant.ts';
import { dayText } from '../../../components/pv/plantClock.ts';
import { t } from '../../../i18n.ts';
import type { Face } from '../layout/canvas/paint.ts';
import { usePalette } from '../layout/canvas/palette.ts';
import { inReadingOrder, nameOf, type Place } from '../layout/model/places.ts';
import { Legend } from '../layout/playback/Legend.tsx';
import { RoofDrawing } from '../layout/playback/RoofDrawing.tsx';
import { RoofList } from '../layout/playback/RoofList.tsx';
import type { Roof } from '../layout/playback/useRoof.ts';
import { ModulePeek } from './ModulePeek.tsx';
import { expectedFace, medianFace, percent, rowFinder } from './moduleFaces.ts';
import { byProblem, type ModuleRow, moduleNameOf } from './moduleRows.ts';

const colorSchema = urlFields({
  /** What the color of a module compares it with; '': the median, or what was expected while it is dark. */
  color: choice(['', 'median', 'expected'], ''),
});

interface RoofViewProps {
  plant: Plant;
  roof: Roof;
  rows: readonly ModuleRow[];
  title: string;
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
}

/**
 * The roof at present: every module compared with the median of its array, or with its expected energy of the last
 * evaluated day, which also has colors at night.
 */
export function RoofView({ plant, roof, rows, title, chosen, onChoose }: RoofViewProps): ReactNode {
  const palette = usePalette();
  const [{ color }, setColor] = useUrlState(colorSchema);
  const answer = useCall(site.modulesExpected, { sid: plant.sid }, { live: 'none', refreshMs: 60_000 });
  const expected = useMemo(() => new Map(answer.data?.list.map((one) => [one.plcSN, one])), [answer.data]);
  const isDark =
    rows.some(({ noRatio }) => noRatio === 'tooLittle') && rows.every(({ ratio }) => ratio === null);
  const isExpected = color === 'expected' || (color === '' && isDark && expected.size > 0);
  const byName = useMemo(() => new Map(rows.map((row) => [row.plcSN, row])), [rows]);
  const rowAt = useMemo(() => rowFinder(rows), [rows]);
  const faceOf = (place: Place): Face => {
    const row = rowAt(place);
    return isExpected
      ? expectedFace(row, place, expected.get(row?.plcSN ?? nameOf(place)), palette)
      : medianFace(row, place, palette);
  };
  const listed = useMemo(
    () =>
      inReadingOrder(
        roof.places.filter(({ input }) => input !== null),
        roof.size,
      )
        .flatMap((place) => byName.get(nameOf(place)) ?? [])
        .sort((a, b) =>
          isExpected
            ? (expected.get(a.plcSN)?.ratio ?? NOT_EXPECTED) - (expected.get(b.plcSN)?.ratio ?? NOT_EXPECTED)
            : byProblem(a, b),
        )
        .map((row) => ({
          name: row.plcSN,
          label: moduleNameOf(row),
          values: isExpected
            ? expectedValues(expected.get(row.plcSN))
            : [
                powerFigure(row.nowW).text,
                energyFigure(row.todayKwh).text,
                row.isDead ? t('site.modules.notProducing') : row.ratio === null ? '–' : percent(row.ratio),
              ],
        })),
    [roof.places, roof.size, byName, expected, isExpected],
  );
  const [first] = chosen;
  const peeked = chosen.size === 1 && first !== undefined ? byName.get(first) : undefined;
  // Explains modules without a color.
  const noted = isExpected
    ? [expectedNote(answer.data)]
    : [
        rows.some(({ isUndivided }) => isUndivided) && t('site.modules.undividedNote'),
        rows.some(({ noRatio }) => noRatio === 'fewInPlane') && t('site.modules.fewInPlaneNote'),
        rows.some(({ noRatio }) => noRatio === 'noPlane') && t('site.modules.noPlane'),
        rows.some(({ noRatio }) => noRatio === 'tooLittle') && t('site.modules.tooLittleNote'),
      ].filter((words) => words !== false);
  return (
    <div className="hp-playback">
      <div>
        <SelectBox
          label={t('site.modules.colorBy')}
          onChange={(value) => setColor({ color: readField(colorSchema.color, value) })}
          options={[
            { value: 'median', label: t('site.modules.ratio') },
            { value: 'expected', label: t('finding.expectedTitle') },
          ]}
          value={isExpected ? 'expected' : 'median'}
        />
        <RoofDrawing chosen={chosen} faceOf={faceOf} onChoose={onChoose} palette={palette} roof={roof} />
        <Legend hasDead={rows.some(({ isDead }) => isDead)} scale={{ kind: 'ratio' }} />
        {noted.map((words) => (
          <p className="hp-muted" key={words}>
            {words}
          </p>
        ))}
      </div>
      <div className="hp-roof-side">
        {peeked && (
          <ModulePeek
            findingId={expected.get(peeked.plcSN)?.findingId ?? null}
            onClose={() => onChoose(new Set())}
            plant={plant}
            row={peeked}
          />
        )}
        <RoofList
          chosen={chosen}
          columns={
            isExpected
              ? [t('finding.produced'), t('finding.expected'), t('finding.ofExpected')]
              : [t('site.field.now'), t('site.field.today'), t('site.modules.ratio')]
          }
          onChoose={onChoose}
          rows={listed}
          title={title}
        />
      </div>
    </div>
  );
}

type Expected = OutputOf<typeof site.modulesExpected>;

/** Modules without expected energy come last. */
const NOT_EXPECTED = 1e9;

const expectedValues = (one: Expected['list'][number] | undefined): string[] => [
  energyFigure(one?.producedKwh).text,
  energyFigure(one?.expectedKwh).text,
  one === undefined || one.ratio === null ? '–' : percent(one.ratio),
];

/** Which day is compared, and what the ratio is called. */
function expectedNote(answer: Expected | undefined): string {
  if (answer === undefined) return '';
  if (answer.to === null) return t('finding.notEvaluated');
  const day = t('public.labelled', { label: t('finding.expectedTitle'), value: dayText(answer.to) });
  return answer.ratioKind === 'clearSky' ? `${day} · ${ratioName(answer.ratioKind)}` : day;
}
