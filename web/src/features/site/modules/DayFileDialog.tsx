import { site } from '@helioport/contract/site';
import { type ReactNode, useState } from 'react';
import { call } from '../../../api/client.ts';
import { Dialog } from '../../../components/base/Dialog.tsx';
import { DayChoice } from '../../../components/pv/DayChoice.tsx';
import { dayText } from '../../../components/pv/plantClock.ts';
import { t } from '../../../i18n.ts';
import { WrittenFileButton } from '../WrittenFileButton.tsx';

interface DayFileDialogProps {
  sid: string;
  /** The plant's. */
  today: string;
  /** The day chosen at first. */
  day: string;
  onClose: () => void;
}

/** Saves the energy of all modules on one day as a file. */
export function DayFileDialog({ sid, today, day: first, onClose }: DayFileDialogProps): ReactNode {
  const [day, setDay] = useState(first);
  const write = (format: 'csv' | 'json') => call(site.modulesDay, { sid, date: day, format });
  return (
    <Dialog onClose={onClose} title={t('site.modules.dayFile')}>
      <div className="hp-day-file">
        <div>
          <DayChoice day={day} onDay={setDay} today={today} />
        </div>
        <p>{t('site.modules.dayFileText', { day: dayText(day) })}</p>
        <div>
          <WrittenFileButton fetchFile={() => write('csv')} label="CSV" />
          <WrittenFileButton fetchFile={() => write('json')} label="JSON" />
        </div>
      </div>
    </Dialog>
  );
}
