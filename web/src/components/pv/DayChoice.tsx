import { addDays } from '@helioport/domain/periods';
import type { ReactNode } from 'react';
import { t } from '../../i18n.ts';
import { Icon } from '../base/Icon.tsx';
import { ToolButton } from '../base/ToolButton.tsx';
import { DateBox } from '../form/DateBox.tsx';

interface StepsProps {
  onBack: () => void;
  /** Absent: there is no later one. */
  onForth: (() => void) | undefined;
  back: string;
  forth: string;
  children: ReactNode;
}

/** A choice between a step back and a step forth. */
export function Steps({ onBack, onForth, back, forth, children }: StepsProps): ReactNode {
  return (
    <span className="hp-steps">
      <button aria-label={back} className="hp-icon-button" onClick={onBack} title={back} type="button">
        <Icon name="left" size={18} />
      </button>
      {children}
      <ToolButton icon="right" isDisabled={onForth === undefined} label={forth} onClick={onForth} />
    </span>
  );
}

interface DayChoiceProps {
  /** `YYYY-MM-DD`, as `today` is. */
  day: string;
  /** The plant's today: the reader's date can be a day ahead. */
  today: string;
  onDay: (day: string) => void;
}

/** A day up to today. */
export function DayChoice({ day, today, onDay }: DayChoiceProps): ReactNode {
  return (
    <>
      {day !== today && (
        <button className="hp-link-button" onClick={() => onDay(today)} type="button">
          {t('site.day.today')}
        </button>
      )}
      <Steps
        back={t('site.day.before')}
        forth={t('site.day.after')}
        onBack={() => onDay(addDays(day, -1))}
        onForth={day < today ? () => onDay(addDays(day, 1)) : undefined}
      >
        <DateBox
          isLabelUnseen
          isRequired
          label={t('site.day.choose')}
          max={today}
          onChange={onDay}
          value={day}
        />
      </Steps>
    </>
  );
}
