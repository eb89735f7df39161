import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { t } from '../../../../i18n.ts';
import { CheckField } from '../../../../ui/form/FormFields.tsx';
import { filled } from '../model/commands.ts';
import type { ModuleSize, Point } from '../model/places.ts';
import { NumberBox } from './NumberBox.tsx';
import type { Editor } from './useEditing.ts';

interface FillPanelProps {
  editor: Editor;
  size: ModuleSize;
  /** Where the first module goes. */
  at: () => Point;
}

const start = { rows: 2, columns: 5, gapX: 2, gapY: 2, rotation: 0, rated: 0 };

/** Rows of modules at once. Gaps are typed in centimetres, as installers measure them. */
export function FillPanel({ editor, size, at }: FillPanelProps): ReactNode {
  const [form, setForm] = useState(start);
  const [isLandscape, setLandscape] = useState(false);
  const box = (key: keyof typeof start, label: string, min: number, max: number) => (
    <NumberBox
      label={label}
      max={max}
      min={min}
      onChange={(value) => setForm((now) => ({ ...now, [key]: value ?? min }))}
      value={form[key]}
    />
  );
  const fill = () =>
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
          planeId: null,
          ratedW: form.rated || null,
        },
        size,
      ),
    );
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
      <Button onClick={fill}>{t('layout.fill')}</Button>
    </div>
  );
}
