import { configuration } from '@helioport/contract/configuration';
import { type ReactNode, useState } from 'react';
import { useWrite } from '../../../api/query.ts';
import { t } from '../../../i18n.ts';
import { useDraft } from '../../../session/useDraft.ts';
import { Button } from '../../base/Button.tsx';
import { Panel } from '../../base/Panel.tsx';
import { RelativeTime } from '../../base/RelativeTime.tsx';
import { StatusTag } from '../../base/StatusTag.tsx';
import { toast } from '../../base/Toaster.tsx';
import { RestoredNote } from '../../form/FormNotes.tsx';
import { NewValue } from './NewValue.tsx';
import {
  type ConfigurableDevice,
  changesOf,
  hasBad,
  nameOf,
  type ParameterNow,
  rangeText,
  type Typed,
  valueText,
  withTyped,
} from './parameterValues.ts';
import { ReviewDialog } from './ReviewDialog.tsx';
import '../../table/phoneRows.css';

interface DeviceParametersProps {
  device: ConfigurableDevice;
  maySet: boolean;
}

/** The parameters of a device as reported, with a field for a new value where permitted. */
export function DeviceParameters({ device, maySet }: DeviceParametersProps): ReactNode {
  const form = useDraft<{ typed: Typed }>({ typed: {} }, undefined, `parameters/${device.sn}`);
  const { typed } = form.draft;
  const [isReviewing, setReviewing] = useState(false);
  const send = useWrite(configuration.inverterSetupValue);
  const { sn, gridCode, parameters } = device;
  const changes = changesOf(device, typed);
  const isBad = hasBad(device, typed);
  const canType = maySet && gridCode !== null;
  const sendValues = (values: Record<string, number>, onDone?: () => void) =>
    send.mutate(
      { sn: [sn], values },
      {
        onSuccess: ({ list }) => {
          const refusal = list.map(({ msg }) => msg).find((msg) => msg !== '');
          if (refusal !== undefined) toast(refusal, 'error');
          else onDone?.();
          if (list.some(({ waits }) => waits)) toast(t('command.waiting'), 'success');
        },
      },
    );
  const review = () => {
    sendValues(Object.fromEntries(changes.map(({ parameter, value }) => [parameter.key, value])), () => {
      setReviewing(false);
      form.begin({ typed: {} });
    });
  };
  return (
    <Panel
      actions={
        maySet && (
          <>
            <Button isBusy={send.isPending && !isReviewing} onClick={() => sendValues({})}>
              {t('parameter.read')}
            </Button>
            {canType && (
              <Button
                disabled={changes.length === 0 || isBad}
                onClick={() => setReviewing(true)}
                variant="primary"
              >
                {t('parameter.review')}
              </Button>
            )}
          </>
        )
      }
      isFlush
      sub={gridCode ? t('parameter.gridCode', { name: gridCode.source }) : t('parameter.noGridCode')}
      title={nameOf(device)}
    >
      <RestoredNote onDrop={form.dropRestored} />
      <p className="hp-parameter-state">
        <StatusTag severity={null} state={device.state} />
        <RelativeTime at={device.lastReportAt} timeZone={device.timezone} />
      </p>
      <table className="hp-parameter-table hp-phone-rows">
        <thead>
          <tr>
            <th scope="col">{t('parameter.name')}</th>
            <th scope="col">{t('parameter.now')}</th>
            <th scope="col">{t('parameter.range')}</th>
            {canType && <th scope="col">{t('parameter.new')}</th>}
          </tr>
        </thead>
        <tbody>
          {parameters.map((parameter) => (
            <tr key={parameter.key}>
              <th scope="row">{parameter.title}</th>
              <td data-label={t('parameter.now')}>
                <Now parameter={parameter} timeZone={device.timezone} />
              </td>
              <td data-label={t('parameter.range')}>{rangeText(parameter) || '–'}</td>
              {canType && (
                <td data-label={t('parameter.new')}>
                  <NewValue
                    onChange={(text) => form.change({ typed: withTyped(typed, parameter.key, text) })}
                    parameter={parameter}
                    text={typed[parameter.key] ?? ''}
                  />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {isReviewing && (
        <ReviewDialog
          changes={changes}
          isBusy={send.isPending}
          name={nameOf(device)}
          onClose={() => setReviewing(false)}
          onSend={review}
        />
      )}
    </Panel>
  );
}

function Now({ parameter, timeZone }: { parameter: ParameterNow; timeZone: string }): ReactNode {
  const { value, readAt } = parameter;
  if (value === null) return <span className="hp-muted">{t('parameter.neverRead')}</span>;
  return (
    <>
      <strong>{valueText(parameter, value)}</strong>{' '}
      <RelativeTime at={readAt} isInTable timeZone={timeZone} />
    </>
  );
}
