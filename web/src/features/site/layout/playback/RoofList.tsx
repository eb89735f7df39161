import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from '../../../../components/base/Icon.tsx';
import { LongTable } from '../../../../components/table/LongTable.tsx';
import { t } from '../../../../i18n.ts';
import { paths } from '../../../../paths.ts';
import { readInput } from '../model/places.ts';

export interface RoofRow {
  /** `<SN>_<addr>`. */
  name: string;
  label: string;
  values: readonly string[];
}

interface RoofListProps {
  title: string;
  columns: readonly string[];
  rows: readonly RoofRow[];
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
}

/** The modules of a drawing as rows: the keyboard alternative to the drawing. */
export function RoofList({ title, columns, rows, chosen, onChoose }: RoofListProps): ReactNode {
  const toggle = (name: string) => {
    const next = new Set(chosen);
    if (!next.delete(name)) next.add(name);
    onChoose(next);
  };
  const cells = ({ name, label, values }: RoofRow) => (
    <>
      <th scope="row">
        <label>
          <input checked={chosen.has(name)} onChange={() => toggle(name)} type="checkbox" />
          {label}
        </label>
        {linkOf(name)}
      </th>
      {values.map((value, i) => (
        <td key={columns[i]}>{value}</td>
      ))}
    </>
  );
  return (
    <LongTable
      cells={(at) => cells(rows[at]!)}
      className="hp-roof-list"
      count={rows.length}
      head={
        <>
          <th scope="col">{t('site.field.module')}</th>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </>
      }
      keyOf={(at) => rows[at]!.name}
      label={title}
    />
  );
}

/** A link to the module. */
function linkOf(name: string): ReactNode {
  const input = readInput(name);
  const label = t('device.module.open', { name });
  return (
    input && (
      <Link
        aria-label={label}
        className="hp-icon-button"
        title={label}
        to={paths.module(input.sn, input.addr)}
      >
        <Icon name="right" size={14} />
      </Link>
    )
  );
}
