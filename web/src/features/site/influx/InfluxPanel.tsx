// The output of a plant's readings to a database: its settings, its state and its actions.
import type { OutputOf } from '@helioport/contract/endpoint';
import { influx } from '@helioport/contract/influx';
import { type ReactNode, useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { Button } from '../../../components/base/Button.tsx';
import { EmptyState } from '../../../components/base/EmptyState.tsx';
import { Panel } from '../../../components/base/Panel.tsx';
import { t } from '../../../i18n.ts';
import { InfluxForm } from './InfluxForm.tsx';
import { InfluxState } from './InfluxState.tsx';
import './influx.css';

export type Output = NonNullable<OutputOf<typeof influx.output>['output']>;

/** Shows sent readings without a reload. */
const REFRESH_MS = 15_000;

interface InfluxPanelProps {
  sid: string;
  timeZone?: string;
}

export default function InfluxPanel({ sid, timeZone }: InfluxPanelProps): ReactNode {
  const answer = useCall(influx.output, { sid }, { refreshMs: REFRESH_MS });
  const [isOpen, setOpen] = useState(false);
  const output = answer.data?.output ?? null;
  return (
    <Panel answer={answer} height={160} title={t('influx.title')}>
      <div className="hp-influx">
        <p>{t('influx.what')}</p>
        {output === null && !isOpen && <EmptyState icon="device" title={t('influx.none')} />}
        {output !== null && (
          <InfluxState
            onEdit={() => setOpen(true)}
            output={output}
            sid={sid}
            {...(timeZone === undefined ? {} : { timeZone })}
          />
        )}
        {isOpen ? (
          <InfluxForm onClose={() => setOpen(false)} sid={sid} {...(output ? { output } : {})} />
        ) : (
          output === null && (
            <div>
              <Button onClick={() => setOpen(true)}>{t('influx.create')}</Button>
            </div>
          )
        )}
      </div>
    </Panel>
  );
}
