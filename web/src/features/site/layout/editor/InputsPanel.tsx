import { serialOnLabel } from '@helioport/domain/deviceLabel';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../../components/base/Button.tsx';
import { toast } from '../../../../components/base/Toaster.tsx';
import { ScanButton } from '../../../../components/scan/ScanButton.tsx';
import { t } from '../../../../i18n.ts';
import { chosenOf, wiredInOrder } from '../model/commands.ts';
import type { ModuleSize } from '../model/places.ts';
import { type DeviceInput, inputLabel } from './inputs.ts';
import type { Editor } from './useEditing.ts';

/** Under this type a drag carries the name of an input. */
export const INPUT_TYPE = 'text/x-helioport-input';
/** More than this need a search. */
const MOST_SHOWN = 200;

interface InputsPanelProps {
  editor: Editor;
  /** Unassigned inputs. */
  free: readonly DeviceInput[];
  size: ModuleSize;
}

/** Unassigned inputs: dragged onto a module, or assigned to the selected modules row by row. */
export function InputsPanel({ editor, free: all, size }: InputsPanelProps): ReactNode {
  const [sought, setSought] = useState('');
  const { plan, chosen } = editor;
  const fits = (input: DeviceInput) => inputLabel(input).toLowerCase().includes(sought.trim().toLowerCase());
  const free = all.filter(fits);
  const waiting = chosenOf(plan, chosen).filter(({ input }) => input === null).length;
  const count = Math.min(waiting, free.length);
  /** Installers scan the inverters in the order of the modules in a row. */
  const wireScanned = (serials: readonly string[]) => {
    const inputs = serials.flatMap((sn) => all.filter((input) => input.sn === sn));
    const unknown = serials.filter((sn) => !inputs.some((input) => input.sn === sn));
    if (unknown.length > 0) toast(t('layout.unknownInput', { name: unknown.join(', ') }), 'error');
    editor.change((now, keys) => wiredInOrder(now, keys, inputs, size));
  };
  return (
    <div className="hp-layout-fields">
      <label className="hp-layout-number">
        <span>{t('layout.searchInput')}</span>
        <input onChange={({ target }) => setSought(target.value)} type="search" value={sought} />
      </label>
      <Button
        disabled={count === 0}
        onClick={() => editor.change((now, keys) => wiredInOrder(now, keys, free, size))}
      >
        {t('layout.assign')}
      </Button>
      <ScanButton isDisabled={count === 0} known={[]} onTake={wireScanned} readLabel={serialOnLabel} />
      {free.length === 0 ? (
        <p className="hp-muted">{t('layout.noFreeInputs')}</p>
      ) : (
        <ul className="hp-layout-inputs">
          {free.slice(0, MOST_SHOWN).map((input) => (
            <li
              draggable
              key={`${input.sn}_${input.addr}`}
              onDragStart={(event) => event.dataTransfer.setData(INPUT_TYPE, `${input.sn}_${input.addr}`)}
            >
              {inputLabel(input)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
