import { configuration } from '@helioport/contract/configuration';
import { Button } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { useWrite } from '../../api/query.ts';
import { t } from '../../i18n.ts';
import { Panel } from '../../ui/base/Panel.tsx';
import { RelativeTime } from '../../ui/base/RelativeTime.tsx';
import { StatusTag } from '../../ui/base/StatusTag.tsx';
import { toast } from '../../ui/base/Toaster.tsx';
import { SelectBox } from '../../ui/form/SelectBox.tsx';
import { useUnsaved } from '../../ui/form/unsaved.ts';
import {
  type ConfigurableDevice,
  changesOf,
  hasBad,
  nameOf,
  type ParameterNow,
  rangeText,
  type Typed,
  valueText,
  valueTyped,
} from './parameterValues.ts';
import { ReviewDialog } from './ReviewDialog.tsx';

interface DeviceParametersProps {
  device: ConfigurableDevice;
  maySet: boolean;
}

/** The parameters of one device as it said them, with a box for a new value of each where one may be set. */
export function DeviceParameters({ device, maySet }: DeviceParametersProps): ReactNode {
  const [typed, setTyped] = useState<Typed>({});
  const [isReviewing, setReviewing] = useState(false);
  const send = useWrite(configuration.inverterSetupValue);
  const { sn, gridCode, parameters } = device;
  const changes = changesOf(device, typed);
  const isBad = hasBad(device, typed);
  const settle = useUnsaved(changes.length > 0 || isBad);
  const canType = maySet && gridCode !== null;
  const tell = (values: Record<string, number>, onDone?: () => void) =>
    send.mutate(
      { sn: [sn], values },
      {
        onSuccess: ({ list }) => {
          const refusal = list.map(({ msg }) => msg).find((msg) => msg !== '');
          if (refusal !== undefined) toast(refusal, 'error');
          else onDone?.();
        },
      },
    );
  const review = () => {
    tell(Object.fromEntries(changes.map(({ parameter, value }) => [parameter.key, value])), () => {
      setReviewing(false);
      settle();
      setTyped({});
    });
  };
  return (
    <Panel
      actions={
        maySet && (
          <>
            <Button loading={send.isPending && !isReviewing} onClick={() => tell({})}>
              {t('parameter.read')}
            </Button>
            {canType && (
              <Button
                disabled={changes.length === 0 || isBad}
                onClick={() => setReviewing(true)}
                type="primary"
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
      <p className="hp-parameter-state">
        <StatusTag state={device.state} />
        <RelativeTime at={device.lastReportAt} timeZone={device.timezone} />
      </p>
      <table className="hp-parameter-table">
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
                    onChange={(text) => setTyped({ ...typed, [parameter.key]: text })}
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

interface NewValueProps {
  parameter: ParameterNow;
  text: string;
  onChange: (text: string) => void;
}

function NewValue({ parameter, text, onChange }: NewValueProps): ReactNode {
  const id = useId();
  const { title, unit, decimals, min, max, choices } = parameter;
  const label = t('parameter.newOf', { name: title });
  if (choices.length > 0) {
    return (
      <SelectBox
        isLabelUnseen
        label={label}
        onChange={onChange}
        options={[
          { value: '', label: t('parameter.unchanged') },
          ...choices.map((choice) => ({ value: String(choice.value), label: choice.title })),
        ]}
        value={text}
      />
    );
  }
  const isBad = valueTyped(parameter, text) === null;
  return (
    <span className="hp-parameter-new">
      <input
        aria-describedby={isBad ? id : undefined}
        aria-invalid={isBad}
        aria-label={label}
        inputMode="decimal"
        max={max ?? undefined}
        min={min ?? undefined}
        onChange={({ target }) => onChange(target.value)}
        step={10 ** -decimals}
        type="number"
        value={text}
      />{' '}
      {unit}
      {isBad && (
        <small id={id} role="alert">
          {t('parameter.outOfRange', { value: rangeText(parameter) })}
        </small>
      )}
    </span>
  );
}
