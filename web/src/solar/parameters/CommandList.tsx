import { configuration } from '@helioport/contract/configuration';
import type { OutputOf } from '@helioport/contract/endpoint';
import { type CommandState, isOpen, parameterOf } from '@helioport/domain/parameters';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useCall, useWrite } from '../../api/query.ts';
import { t, wordsFor } from '../../i18n.ts';
import { useMayCall } from '../../session/Can.tsx';
import type { IconName } from '../../ui/base/Icon.tsx';
import { Panel } from '../../ui/base/Panel.tsx';
import { RelativeTime } from '../../ui/base/RelativeTime.tsx';
import { Tag } from '../../ui/base/Tag.tsx';
import { formatNumber } from '../../ui/base/time.ts';
import { Pager } from '../../ui/table/Pager.tsx';
import type { TableState } from '../../ui/table/tableState.ts';
import { clockText } from '../plantClock.ts';

type Command = OutputOf<typeof configuration.inverterSetupList>['list'][number];
type Value = Command['values'][number];

const looks: Record<CommandState, { tone: 'plain' | 'good' | 'alert' | 'act'; icon: IconName }> = {
  waiting: { tone: 'act', icon: 'users' },
  queued: { tone: 'plain', icon: 'clock' },
  sent: { tone: 'act', icon: 'up' },
  confirmed: { tone: 'good', icon: 'check' },
  refused: { tone: 'alert', icon: 'close' },
  expired: { tone: 'plain', icon: 'alert' },
  withdrawn: { tone: 'plain', icon: 'close' },
};

const atFirst: TableState = { page: 1, size: 10, sort: '', order: 'asc' };

interface CommandListProps {
  sid: string;
  /** Only what this device was told. */
  sn?: string;
}

/** What the devices of a plant were told, the newest first, and what became of it. */
export function CommandList({ sid, sn = '' }: CommandListProps): ReactNode {
  const [table, setTable] = useState(atFirst);
  const answer = useCall(
    configuration.inverterSetupList,
    { filters: { sid, sn }, page: { size: table.size, num: table.page - 1 } },
    { quiet: true, keepsPrevious: true },
  );
  const list = answer.data?.list ?? [];
  const total = answer.data?.total ?? 0;
  return (
    <Panel
      answer={answer}
      empty={total === 0 && { title: t('command.none'), icon: 'list' }}
      isFlush
      title={t('command.title')}
    >
      <table className="hp-parameter-table">
        <thead>
          <tr>
            <th scope="col">{t('command.at')}</th>
            <th scope="col">{t('site.field.device')}</th>
            <th scope="col">{t('command.what')}</th>
            <th scope="col">{t('command.state')}</th>
          </tr>
        </thead>
        <tbody>
          {list.map((command) => (
            <tr key={command.id}>
              <td data-label={t('command.at')}>
                <RelativeTime at={command.createdAt} isInTable timeZone={command.timezone} />
                {command.userEmail && <small>{command.userEmail}</small>}
              </td>
              <td data-label={t('site.field.device')}>{command.alias || command.sn}</td>
              <td data-label={t('command.what')}>
                {wishesOf(command).map((text) => (
                  <div key={text}>{text}</div>
                ))}
              </td>
              <td data-label={t('command.state')}>
                <CommandOutcome command={command} />
                <CommandActs command={command} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {total > atFirst.size && (
        <Pager
          onState={(patch) => setTable((state) => ({ ...state, ...patch }))}
          state={table}
          total={total}
        />
      )}
    </Panel>
  );
}

/** What a command wants, line by line. */
function wishesOf({ values, schedule, server, firmware }: Command): string[] {
  const wishes = [
    ...values.map(changeText),
    ...(schedule === '' ? [] : [t('command.schedule', { id: schedule })]),
    ...(server === '' ? [] : [t('command.server', { host: server })]),
    ...(firmware === '' ? [] : [t('command.firmware', { id: firmware })]),
  ];
  return wishes.length === 0 ? [t('command.asked')] : wishes;
}

/** The second person confirms, and whoever may change the plant takes back what was not sent. */
function CommandActs({ command: { sid, id, mayConfirm, mayWithdraw } }: { command: Command }): ReactNode {
  const confirm = useWrite(configuration.inverterSetupConfirm);
  const withdraw = useWrite(configuration.inverterSetupWithdraw);
  const maySet = useMayCall(configuration.inverterSetupConfirm);
  const named = { sid, commandId: id };
  if (!maySet || (!mayConfirm && !mayWithdraw)) return null;
  return (
    <div className="hp-parameter-acts">
      {mayConfirm && (
        <Button loading={confirm.isPending} onClick={() => confirm.mutate(named)} size="small" type="primary">
          {t('command.confirm')}
        </Button>
      )}
      {mayWithdraw && (
        <Button loading={withdraw.isPending} onClick={() => withdraw.mutate(named)} size="small">
          {t('command.withdraw')}
        </Button>
      )}
    </div>
  );
}

function CommandOutcome({ command }: { command: Command }): ReactNode {
  const { tone, icon } = looks[command.state];
  const differing = command.state === 'refused' ? command.values.filter(differs) : [];
  return (
    <>
      <Tag icon={icon} tone={tone}>
        {command.stateTitle}
      </Tag>
      {isOpen(command.state) && (
        <small>{t('command.until', { time: clockText(command.expiresAt, command.timezone) })}</small>
      )}
      {command.confirmedEmail && <small>{t('command.second', { email: command.confirmedEmail })}</small>}
      {command.refusal && <small>{command.refusal}</small>}
      {differing.map((value) => (
        <small key={value.key}>{t('command.told', { value: amountText(value, value.told ?? 0) })}</small>
      ))}
    </>
  );
}

const differs = ({ wanted, told }: Value) => told !== null && told !== wanted;

const changeText = (value: Value): string =>
  t('public.labelled', {
    label: wordsFor(parameterOf(value.key)?.word ?? value.key, value.key),
    value: amountText(value, value.wanted),
  });

/** The name of a choice that has one, else the number with its unit. */
function amountText({ key, unit }: Value, amount: number): string {
  const parameter = parameterOf(key);
  const plain = `${formatNumber(amount, parameter?.decimals ?? 2)} ${unit}`.trim();
  return parameter?.hasNames ? wordsFor(`${parameter.word}.${amount}`, plain) : plain;
}
