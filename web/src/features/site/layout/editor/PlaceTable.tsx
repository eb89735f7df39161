import { type ReactNode, useState } from 'react';
import { ToolButton } from '../../../../components/base/ToolButton.tsx';
import { SelectBox } from '../../../../components/form/SelectBox.tsx';
import { Pager } from '../../../../components/table/Pager.tsx';
import { t } from '../../../../i18n.ts';
import { changePlaces, removed, wired, zoned } from '../model/commands.ts';
import { inReadingOrder, type ModuleSize, type Place, wholeTurn } from '../model/places.ts';
import { InputBox } from './InputBox.tsx';
import type { DeviceInput } from './inputs.ts';
import { NumberBox } from './NumberBox.tsx';
import type { Editor } from './useEditing.ts';
import { zoneName } from './zoneNames.ts';

interface PlaceTableProps {
  editor: Editor;
  /** Unassigned inputs. */
  free: readonly DeviceInput[];
  size: ModuleSize;
  isReadOnly: boolean;
}

/** The positions as a list of fields: the accessible alternative to the drawing. */
export function PlaceTable({ editor, free, size, isReadOnly }: PlaceTableProps): ReactNode {
  const [state, setState] = useState({ page: 1, size: 50 });
  const { plan, chosen } = editor;
  const places = inReadingOrder([...plan.places.values()], size);
  const shown = places.slice((state.page - 1) * state.size, state.page * state.size);
  const only = (key: string) => new Set([key]);
  const put = (key: string, patch: Partial<Place>) =>
    editor.change((now) => changePlaces(now, only(key), (place) => ({ ...place, ...patch })));
  const choose = (key: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(key);
    else next.delete(key);
    editor.choose(next);
  };
  return (
    <div className="hp-layout-list">
      <fieldset disabled={isReadOnly}>
        <table aria-label={t('layout.list')}>
          <thead>
            <tr>
              <th scope="col">{t('layout.choose')}</th>
              <th scope="col">{t('layout.input')}</th>
              <th scope="col">{t('layout.x')}</th>
              <th scope="col">{t('layout.y')}</th>
              <th scope="col">{t('layout.rotation')}</th>
              <th scope="col">{t('layout.landscape')}</th>
              <th scope="col">{t('layout.rated')}</th>
              <th scope="col">{t('layout.zone')}</th>
              <th scope="col">{t('layout.remove')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((place, i) => {
              const name = t('layout.placeNumber', { value: (state.page - 1) * state.size + i + 1 });
              const labelled = (word: string) => `${name}, ${word}`;
              return (
                <tr aria-selected={chosen.has(place.key)} key={place.key}>
                  <td>
                    <input
                      aria-label={labelled(t('layout.choose'))}
                      checked={chosen.has(place.key)}
                      onChange={({ target }) => choose(place.key, target.checked)}
                      type="checkbox"
                    />
                  </td>
                  <td>
                    <InputBox
                      free={free}
                      isLabelUnseen
                      label={labelled(t('layout.input'))}
                      onChange={(input) => editor.change((now) => wired(now, place.key, input))}
                      place={place}
                    />
                  </td>
                  {(['xM', 'yM'] as const).map((axis) => (
                    <td key={axis}>
                      <NumberBox
                        isLabelUnseen
                        label={labelled(t(axis === 'xM' ? 'layout.x' : 'layout.y'))}
                        max={2000}
                        min={-2000}
                        onChange={(value) => value !== null && put(place.key, { [axis]: value })}
                        step={0.1}
                        value={place[axis]}
                      />
                    </td>
                  ))}
                  <td>
                    <NumberBox
                      isLabelUnseen
                      label={labelled(t('layout.rotation'))}
                      max={360}
                      min={-360}
                      onChange={(value) =>
                        value !== null && put(place.key, { rotationDeg: wholeTurn(value) })
                      }
                      value={place.rotationDeg}
                    />
                  </td>
                  <td>
                    <input
                      aria-label={labelled(t('layout.landscape'))}
                      checked={place.isLandscape}
                      onChange={({ target }) => put(place.key, { isLandscape: target.checked })}
                      type="checkbox"
                    />
                  </td>
                  <td>
                    <NumberBox
                      isLabelUnseen
                      label={labelled(t('layout.rated'))}
                      max={100_000}
                      min={0}
                      onChange={(ratedW) => put(place.key, { ratedW: ratedW || null })}
                      value={place.ratedW}
                    />
                  </td>
                  <td>
                    <SelectBox
                      isLabelUnseen
                      label={labelled(t('layout.zone'))}
                      onChange={(value) =>
                        editor.change((now) => zoned(now, only(place.key), Number(value) || null))
                      }
                      options={[
                        { value: '0', label: t('layout.noZone') },
                        ...plan.zones.map((zone, n) => ({
                          value: String(zone.id),
                          label: zoneName(zone, n),
                        })),
                      ]}
                      value={String(place.planeId ?? 0)}
                    />
                  </td>
                  <td>
                    <ToolButton
                      icon="clear"
                      label={labelled(t('layout.remove'))}
                      onClick={() => editor.change((now) => removed(now, only(place.key)))}
                    />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </fieldset>
      <Pager
        onState={(patch) => setState((now) => ({ ...now, ...patch }))}
        state={{ ...state, sort: '', order: 'asc' }}
        total={places.length}
      />
    </div>
  );
}
