import { PLACES_MAX } from '@helioport/contract/layout';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../../components/base/Button.tsx';
import { formatNumber } from '../../../../components/base/time.ts';
import { CheckField } from '../../../../components/form/FormFields.tsx';
import { SelectBox } from '../../../../components/form/SelectBox.tsx';
import { t } from '../../../../i18n.ts';
import { filled } from '../model/commands.ts';
import type { ModuleSize, Point } from '../model/places.ts';
import { NumberBox } from './NumberBox.tsx';
import type { Editor } from './useEditing.ts';
import { zoneName } from './zoneNames.ts';

interface FillPanelProps {
  editor: Editor;
  size: ModuleSize;
  /** Position of the first module. */
  at: () => Point;
  onFilled: () => void;
}

const start = { rows: 2, columns: 5, gapX: 2, gapY: 2, rotation: 0, rated: 0 };

/** Adds rows of modules. Gaps are entered in centimeters, as installers measure them. */
export function FillPanel({ editor, size, at, onFilled }: FillPanelProps): ReactNode {
  const [form, setForm] = useState(start);
  const [isLandscape, setLandscape] = useState(false);
  const { zones, places } = editor.plan;
  const [chosenZone, setZone] = useState<number | null>();
  // With one zone there is nothing to choose.
  const zone = chosenZone === undefined ? (zones.length === 1 ? (zones[0]?.id ?? null) : null) : chosenZone;
  const freePlaces = Math.max(0, PLACES_MAX - places.size);
  const count = Math.round(form.rows) * Math.round(form.columns);
  const box = (key: keyof typeof start, label: string, min: number, max: number) => (
    <NumberBox
      label={label}
      max={max}
      min={min}
      onChange={(value) => setForm((now) => ({ ...now, [key]: value ?? min }))}
      value={form[key]}
    />
  );
  const fill = () => {
    editor.add((plan) =>
      filled(
        plan,
        at(),
        {
          rows: Math.round(form.rows),
          columns: Math.round(form.columns),
          gapXM: form.gapX / 100,
          gapYM: form.gapY / 100,
          isLandscape,
          rotationDeg: form.rotation,
          planeId: zone,
          ratedW: form.rated || null,
        },
        size,
      ),
    );
    onFilled();
  };
  return (
    <div className="hp-layout-fields">
      <span className="hp-layout-pair">
        {box('rows', t('layout.rows'), 1, 100)}
        {box('columns', t('layout.columns'), 1, 100)}
        {box('gapX', t('layout.gapX'), 0, 1000)}
        {box('gapY', t('layout.gapY'), 0, 1000)}
        {box('rotation', t('layout.rotation'), -360, 360)}
        {box('rated', t('layout.rated'), 0, 100_000)}
      </span>
      <CheckField
        isChecked={isLandscape}
        label={t('layout.landscape')}
        onChange={(checked) => setLandscape(checked)}
      />
      {zones.length > 0 && (
        <SelectBox
          label={t('layout.zone')}
          onChange={(value) => setZone(Number(value) || null)}
          options={[
            { value: '0', label: t('layout.noZone') },
            ...zones.map((each, i) => ({ value: String(each.id), label: zoneName(each, i) })),
          ]}
          value={String(zone ?? 0)}
        />
      )}
      {count > freePlaces && (
        <p className="hp-edit-error" role="alert">
          {t('layout.tooManyPlaces', { value: formatNumber(PLACES_MAX) })}
        </p>
      )}
      <Button disabled={count > freePlaces} onClick={fill}>
        {t('layout.fill')}
      </Button>
    </div>
  );
}
