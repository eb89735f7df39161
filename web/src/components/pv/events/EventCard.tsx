import type { ReactNode } from 'react';
import { t } from '../../../i18n.ts';
import { SeverityTag } from '../SeverityTag.tsx';
import { beginText, deviceText, durationText, type EventRow, EventWords, endText } from './eventColumns.tsx';

/** An event on a phone. */
export function EventCard({ row }: { row: EventRow }): ReactNode {
  return (
    <div className="hp-event-card">
      <SeverityTag severity={row.severity} />
      <EventWords row={row} />
      <p>
        {deviceText(row)} · {durationText(row.lastedMs)} ·{' '}
        {t('public.labelled', { label: t('event.times'), value: row.times })}
      </p>
      <p>
        {beginText(row)} – {endText(row)}
      </p>
    </div>
  );
}
