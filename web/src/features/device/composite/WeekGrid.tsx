// A week as a grid: a row for each day, a cell for each hour, colored by battery mode. If editable, arrow keys move
// through it and each cell is a button.
import type { ScheduleMode } from '@helioport/domain/batterySchedule';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { weekdayName } from '../../../components/pv/plantClock.ts';
import { t } from '../../../i18n.ts';
import { hours, hourText, type WindowDraft, weekdays, windowIn } from './scheduleDraft.ts';

interface WeekGridProps {
  label: string;
  windows: readonly (Pick<WindowDraft, 'days' | 'from' | 'to'> & { mode: ScheduleMode })[];
  /** Called with the place that was chosen; without it the week is only shown. */
  onChoose?: (day: number, hour: number) => void;
}

const modes: readonly ScheduleMode[] = ['charge', 'discharge', 'selfUse'];
/** The movement of each arrow key: days down, hours to the right. */
const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
};

const within = (value: number, from: number, to: number) => Math.min(to, Math.max(from, value));

export function WeekGrid({ label, windows, onChoose }: WeekGridProps): ReactNode {
  const [place, setPlace] = useState({ day: 1, hour: 0 });
  const table = useRef<HTMLTableElement>(null);
  const move = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step || !onChoose) return;
    event.preventDefault();
    const day = within(place.day + step[0], 1, 7);
    const hour = within(place.hour + step[1], 0, 23);
    setPlace({ day, hour });
    table.current?.querySelector<HTMLElement>(`[data-place="${day} ${hour}"]`)?.focus();
  };
  return (
    <div className="hp-week">
      <table aria-label={label} onKeyDown={move} ref={table}>
        <thead>
          <tr>
            <td />
            {hours.map((hour) => (
              <th key={hour} scope="col">
                <span className={hour % 6 === 0 ? '' : 'hp-unseen'}>{hour}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weekdays.map((day) => (
            <tr key={day}>
              <th scope="row">{weekdayName(day)}</th>
              {hours.map((hour) => {
                const mode = windowIn(windows, day, hour)?.mode ?? 'selfUse';
                const isSet = windowIn(windows, day, hour) !== undefined;
                const words = t('machine.cell', {
                  day: weekdayName(day),
                  time: hourText(hour),
                  what: t(`machine.mode.${mode}`),
                });
                return (
                  <td className={`hp-week-${isSet ? mode : 'none'}`} key={hour}>
                    {onChoose ? (
                      <button
                        aria-label={words}
                        data-place={`${day} ${hour}`}
                        onClick={() => {
                          setPlace({ day, hour });
                          onChoose(day, hour);
                        }}
                        tabIndex={place.day === day && place.hour === hour ? 0 : -1}
                        title={words}
                        type="button"
                      />
                    ) : (
                      <span className="hp-unseen">{t(`machine.mode.${mode}`)}</span>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="hp-week-legend">
        {modes.map((mode) => (
          <li key={mode}>
            <i className={`hp-week-${mode}`} />
            {t(`machine.mode.${mode}`)}
          </li>
        ))}
      </ul>
    </div>
  );
}
