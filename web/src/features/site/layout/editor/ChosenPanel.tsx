import type { ReactNode } from 'react';
import { formatNumber } from '../../../../components/base/time.ts';
import { SelectBox } from '../../../../components/form/SelectBox.tsx';
import { t } from '../../../../i18n.ts';
import { changePlaces, chosenOf, wired, zoned } from '../model/commands.ts';
import { type Place, wholeTurn } from '../model/places.ts';
import { InputBox } from './InputBox.tsx';
import type { DeviceInput } from './inputs.ts';
import { NumberBox } from './NumberBox.tsx';
import type { Editor } from './useEditing.ts';
import { zoneName } from './zoneNames.ts';

/** The value that all of them have, else null. */
function common<V>(places: readonly Place[], read: (place: Place) => V): V | null {
  const [first, ...rest] = places.map(read);
  return first !== undefined && rest.every((value) => value === first) ? first : null;
}

const MIXED = 'mixed';

interface ChosenPanelProps {
  editor: Editor;
  /** Unassigned inputs. */
  free: readonly DeviceInput[];
}

/** Position and properties of the selected modules. */
export function ChosenPanel({ editor, free }: ChosenPanelProps): ReactNode {
  const { plan, chosen } = editor;
  const places = chosenOf(plan, chosen);
  const [one] = places;
  const put = (patch: Partial<Place>) =>
    editor.change((now, keys) => changePlaces(now, keys, (place) => ({ ...place, ...patch })));
  if (!one) return <p className="hp-muted">{t('layout.noneChosen')}</p>;
  const zone = common(places, ({ planeId }) => planeId ?? 0);
  return (
    <div className="hp-layout-fields">
      <b>{t('layout.chosen', { value: formatNumber(places.length) })}</b>
      {places.length === 1 && (
        <>
          <InputBox
            free={free}
            label={t('layout.input')}
            onChange={(input) => editor.change((now) => wired(now, one.key, input))}
            place={one}
          />
          <span className="hp-layout-pair">
            <NumberBox
              label={t('layout.x')}
              max={2000}
              min={-2000}
              onChange={(xM) => xM !== null && put({ xM })}
              step={0.1}
              value={one.xM}
            />
            <NumberBox
              label={t('layout.y')}
              max={2000}
              min={-2000}
              onChange={(yM) => yM !== null && put({ yM })}
              step={0.1}
              value={one.yM}
            />
          </span>
        </>
      )}
      <span className="hp-layout-pair">
        <NumberBox
          label={t('layout.rotation')}
          max={360}
          min={-360}
          onChange={(degrees) => degrees !== null && put({ rotationDeg: wholeTurn(degrees) })}
          value={common(places, ({ rotationDeg }) => rotationDeg)}
        />
        <NumberBox
          label={t('layout.rated')}
          max={100_000}
          min={0}
          onChange={(ratedW) => put({ ratedW: ratedW || null })}
          value={common(places, ({ ratedW }) => ratedW)}
        />
      </span>
      <SelectBox
        label={t('layout.zone')}
        onChange={(value) => editor.change((now, keys) => zoned(now, keys, Number(value) || null))}
        options={[
          ...(zone === null ? [{ value: MIXED, label: t('layout.mixed') }] : []),
          { value: '0', label: t('layout.noZone') },
          ...plan.zones.map((each, i) => ({ value: String(each.id), label: zoneName(each, i) })),
        ]}
        value={zone === null ? MIXED : String(zone)}
      />
    </div>
  );
}
