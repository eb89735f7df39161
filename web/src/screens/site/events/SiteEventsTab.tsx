import { device } from '@helioport/contract/device';
import { eventKindOf, eventKinds } from '@helioport/domain/eventKinds';
import { localDay } from '@helioport/domain/periods';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { call } from '../../../api/client.ts';
import { useCall } from '../../../api/query.ts';
import { t, wordsFor } from '../../../i18n.ts';
import type { Plant } from '../../../solar/plant.ts';
import { allRows } from '../../../ui/base/pages.ts';
import { useUrlState } from '../../../ui/base/useUrlState.ts';
import { SelectBox } from '../../../ui/form/SelectBox.tsx';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { tableInput, useTableState } from '../../../ui/table/tableState.ts';
import { useChosenModules } from '../chosenModules.ts';
import { daysOf, spanSchema, spans } from '../history/historySpan.ts';
import { SpanChoice } from '../history/SpanChoice.tsx';
import { EventCard } from './EventCard.tsx';
import { eventColumns } from './eventColumns.tsx';
import './events.css';

const eventsSchema = spanSchema.extend({
  span: z.enum(spans).default('month'),
  device: z.string().max(80).default(''),
  code: z.string().max(40).default(''),
});

/** What inverters of the plant complained of and what was found about its devices, with what it means and what to do. */
export default function SiteEventsTab({ plant }: { plant: Plant }): ReactNode {
  const { sid, detail, now } = plant;
  const [state, setState] = useUrlState(eventsSchema);
  const [table, setTable] = useTableState();
  const modules = useChosenModules();
  const today = localDay(now, detail.timezone);
  const days = daysOf(state, today);
  const sn = [modules.sn, state.device].find((wanted) => detail.sn.some((one) => one.sn === wanted)) ?? '';
  const code = eventKindOf(state.code) ? state.code : '';
  const asked = {
    ...tableInput(table, ['begunAt', 'lasted', 'times', 'sn']),
    filters: { sid, sn, alert_code: code },
    rangeDate: `${days.from}~${days.to}`,
    fold: true,
  };
  const answer = useCall(device.alerts, asked, {
    quiet: true,
    keepsPrevious: true,
    liveEveryMs: 30_000,
    refreshMs: 60_000,
  });
  const choose = (patch: Partial<typeof state>) => {
    setState(patch, { isStep: true });
    setTable({ page: 1 });
  };
  return (
    <DataTable
      answer={answer}
      card={(row) => <EventCard row={row} />}
      columns={eventColumns()}
      empty={{ title: t('event.none'), hint: t('event.noneHint'), icon: 'check' }}
      fetchAll={() => allRows((page) => call(device.alerts, { ...asked, page }))}
      id="site.events"
      label={`${t('event.title')}, ${detail.siteName}`}
      onState={setTable}
      rowKey={(row) => `${row.sn} ${row.key} ${row.begunAt}`}
      rows={answer.data?.list}
      state={table}
      toolbar={
        <>
          <SpanChoice days={days} onSpan={choose} state={state} today={today} />
          {detail.sn.length > 1 && (
            <SelectBox
              label={t('site.field.device')}
              onChange={(next) => {
                choose({ device: next });
                modules.choose(new Set());
              }}
              options={[
                { value: '', label: t('event.allDevices') },
                ...detail.sn.map((one) => ({ value: one.sn, label: `${one.sn} (${one.model})` })),
              ]}
              value={sn}
            />
          )}
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
      total={answer.data?.total ?? 0}
    />
  );
}
