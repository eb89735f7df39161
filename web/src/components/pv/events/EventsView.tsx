import { device } from '@helioport/contract/device';
import { eventKindOf, eventKinds } from '@helioport/domain/eventKinds';
import { localDay } from '@helioport/domain/periods';
import type { ReactNode } from 'react';
import { t, wordsFor } from '../../../i18n.ts';
import { useServerTable } from '../../../session/useServerTable.ts';
import { useUrlState } from '../../base/useUrlState.ts';
import { SelectBox } from '../../form/SelectBox.tsx';
import { DataTable } from '../../table/DataTable.tsx';
import { tableInput, useTableState } from '../../table/tableState.ts';
import { daysOf, spanSchema, spans } from '../history/historySpan.ts';
import { SpanChoice } from '../history/SpanChoice.tsx';
import { EventCard } from './EventCard.tsx';
import { eventColumns } from './eventColumns.tsx';
import './events.css';
import { choice, text, urlFields } from '../../base/urlFields.ts';

const viewSchema = urlFields({
  ...spanSchema,
  span: choice(spans, 'month'),
  code: text(40),
});

interface EventsViewProps {
  /** Under which the choice of columns is kept. */
  id: string;
  sid: string;
  /** Of the plant. */
  timeZone: string;
  /** Of one device; '' of all of the plant. */
  sn: string;
  /** The plant or device, as the head of the export. */
  name: string;
  now: number;
  /** Shown after the period: the selection among several devices. */
  choice?: ReactNode;
}

/** Faults reported by inverters and detected issues, each with explanation and advice. */
export function EventsView({ id, sid, timeZone, sn, name, now, choice }: EventsViewProps): ReactNode {
  const [state, setState] = useUrlState(viewSchema);
  const [table, setTable] = useTableState();
  const today = localDay(now, timeZone);
  const days = daysOf(state, today);
  const code = eventKindOf(state.code) ? state.code : '';
  const input = {
    ...tableInput(table, ['begunAt', 'lasted', 'times', 'sn']),
    filters: { sid, sn, alert_code: code },
    rangeDate: `${days.from}~${days.to}`,
    fold: true,
  };
  const listed = useServerTable(
    device.alerts,
    input,
    { table, setTable },
    { live: 'named', liveEveryMs: 30_000, refreshMs: 60_000 },
  );
  const choose = (patch: Partial<typeof state>) => {
    setState(patch, { isStep: true });
    setTable({ page: 1 });
  };
  return (
    <DataTable
      {...listed}
      card={(row) => <EventCard row={row} />}
      columns={eventColumns()}
      empty={{ title: t('event.none'), hint: t('event.noneHint'), icon: 'check' }}
      id={id}
      label={`${t('event.title')}, ${name}`}
      rowKey={(row) => `${row.sn} ${row.key} ${row.begunAt}`}
      toolbar={
        <>
          <SpanChoice days={days} onSpan={choose} state={state} today={today} />
          {choice}
          <SelectBox
            label={t('event.what')}
            onChange={(next) => choose({ code: next })}
            options={[
              { value: '', label: t('event.all') },
              ...eventKinds.map(({ key, bit, titleKey }) => ({
                value: key,
                label: bit === null ? wordsFor(titleKey, key) : `${key} ${wordsFor(titleKey, key)}`,
              })),
            ]}
            value={code}
          />
        </>
      }
    />
  );
}
