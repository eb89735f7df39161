import type { ScheduleMode } from '@helioport/domain/batterySchedule';
import type { ReactNode } from 'react';
import { Button } from '../../../components/base/Button.tsx';
import { ChoiceField, TextField } from '../../../components/form/FormFields.tsx';
import { FormRefusal } from '../../../components/form/FormNotes.tsx';
import { weekdayName } from '../../../components/pv/plantClock.ts';
import { t } from '../../../i18n.ts';
import { type WindowDraft, weekdays } from './scheduleDraft.ts';

interface WindowRowProps {
  number: number;
  window: WindowDraft;
  /** Why a schedule was refused for this window; empty for none. */
  refusal: string;
  onChange: (window: WindowDraft) => void;
  onRemove: () => void;
}

const isMode = (value: string): value is ScheduleMode => ['charge', 'discharge', 'selfUse'].includes(value);

/** One window of a schedule as a group of boxes. */
export function WindowRow({ number, window, refusal, onChange, onRemove }: WindowRowProps): ReactNode {
  const { days, from, to, mode, power, target } = window;
  const set = (patch: Partial<WindowDraft>) => onChange({ ...window, ...patch });
  const turn = (day: number) =>
    set({ days: days.includes(day) ? days.filter((one) => one !== day) : [...days, day] });
  return (
    <fieldset className="hp-time-window">
      <legend>{t('machine.window', { id: number })}</legend>
      <fieldset className="hp-time-window-days">
        <legend className="hp-unseen">{t('machine.days')}</legend>
        {weekdays.map((day) => (
          <label key={day}>
            <input checked={days.includes(day)} onChange={() => turn(day)} type="checkbox" />
            {weekdayName(day)}
          </label>
        ))}
      </fieldset>
      <TimeField label={t('machine.from')} onChange={(text) => set({ from: text })} value={from} />
      <TimeField label={t('machine.to')} onChange={(text) => set({ to: text })} value={to} />
      <ChoiceField
        label={t('machine.mode')}
        onChange={(value) => isMode(value) && set({ mode: value })}
        options={(['charge', 'discharge', 'selfUse'] as const).map((one) => ({
          value: one,
          label: t(`machine.mode.${one}`),
        }))}
        value={mode}
      />
      {mode !== 'selfUse' && (
        <>
          <TextField
            label={t('machine.power')}
            maxLength={6}
            onChange={(text) => set({ power: text })}
            value={power}
          />
          <TextField
            label={t('machine.target')}
            maxLength={3}
            onChange={(text) => set({ target: text })}
            value={target}
          />
        </>
      )}
      <Button onClick={onRemove}>{t('machine.remove', { id: number })}</Button>
      <FormRefusal words={refusal} />
    </fieldset>
  );
}

interface TimeFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** The browser's own box for a time of day; the end of the day is midnight there. */
function TimeField({ label, value, onChange }: TimeFieldProps): ReactNode {
  return (
    <label className="hp-time-window-time">
      <span>{label}</span>
      <input
        onChange={({ target }) => onChange(target.value)}
        type="time"
        value={value === '24:00' ? '00:00' : value}
      />
    </label>
  );
}
