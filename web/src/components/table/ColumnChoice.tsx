import { type ReactNode, useMemo, useState } from 'react';
import { t } from '../../i18n.ts';
import { Icon } from '../base/Icon.tsx';
import { Popup } from '../base/Popup.tsx';
import { ToolButton } from '../base/ToolButton.tsx';
import type { Column } from './DataTable.tsx';

const storageKey = (id: string) => `helioport-columns-${id}`;

function storedKeys(id: string): readonly string[] | undefined {
  try {
    const parsed: unknown = JSON.parse(localStorage.getItem(storageKey(id)) ?? 'null');
    return Array.isArray(parsed) ? parsed.map(String) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a column that is hidden at first was chosen in this browser. */
export const isColumnChosen = (id: string, key: string): boolean => storedKeys(id)?.includes(key) ?? false;

/** The columns to show, in the order that was chosen, and how to choose others; the choice is kept in the browser. */
export function useShownColumns<Row>(
  id: string,
  columns: readonly Column<Row>[],
): [readonly Column<Row>[], (keys: readonly string[] | undefined) => void] {
  const [keys, setKeys] = useState(() => storedKeys(id));
  const shown = useMemo(
    () =>
      keys === undefined
        ? columns.filter((column) => column.isFixed || column.isHiddenAtFirst !== true)
        : // What names the row stays in front.
          [
            ...columns.filter(({ isFixed }) => isFixed),
            ...keys.flatMap((key) => columns.find((column) => column.key === key && !column.isFixed) ?? []),
          ],
    [columns, keys],
  );
  const choose = (chosen: readonly string[] | undefined) => {
    if (chosen === undefined) localStorage.removeItem(storageKey(id));
    else localStorage.setItem(storageKey(id), JSON.stringify(chosen));
    setKeys(chosen);
  };
  return [shown, choose];
}

interface ColumnChoiceProps<Row> {
  columns: readonly Column<Row>[];
  shown: readonly Column<Row>[];
  onShown: (keys: readonly string[] | undefined) => void;
}

export function ColumnChoice<Row>({ columns, shown, onShown }: ColumnChoiceProps<Row>): ReactNode {
  const chosen = shown.map((column) => column.key);
  const toggle = (key: string) =>
    onShown(chosen.includes(key) ? chosen.filter((other) => other !== key) : [...chosen, key]);
  return (
    <Popup
      button={
        <>
          <Icon name="columns" size={16} />
          {t('table.choose')}
        </>
      }
      className="hp-tool"
      label={t('table.choose')}
    >
      {() => (
        <div className="hp-columns">
          {[...shown, ...columns.filter(({ key }) => !chosen.includes(key))].map(
            ({ key, title, isFixed }, i) => (
              <span key={key}>
                <label>
                  <input
                    checked={chosen.includes(key)}
                    disabled={isFixed === true}
                    onChange={() => toggle(key)}
                    type="checkbox"
                  />
                  {title}
                </label>
                {i > 0 && i < shown.length && shown[i - 1]?.isFixed !== true && (
                  <ToolButton
                    icon="up"
                    label={t('table.earlier', { name: title })}
                    onClick={() => onShown(chosen.toSpliced(i - 1, 2, key, chosen[i - 1] ?? key))}
                    size={16}
                  />
                )}
              </span>
            ),
          )}
          <button className="hp-link-button" onClick={() => onShown(undefined)} type="button">
            {t('table.resetColumns')}
          </button>
        </div>
      )}
    </Popup>
  );
}
