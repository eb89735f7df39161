import { configuration } from '@helioport/contract/configuration';
import type { OutputOf } from '@helioport/contract/endpoint';
import { namedSn } from '@helioport/domain/deviceIdentity';
import { isOpen } from '@helioport/domain/parameters';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useCall, useWrite } from '../../../api/query.ts';
import { t } from '../../../i18n.ts';
import { paths } from '../../../paths.ts';
import { useMayCall } from '../../../session/Can.tsx';
import { Button } from '../../base/Button.tsx';
import { Panel } from '../../base/Panel.tsx';
import { RelativeTime } from '../../base/RelativeTime.tsx';
import { Pager } from '../../table/Pager.tsx';
import type { TableState } from '../../table/tableState.ts';
import { clockText } from '../plantClock.ts';
import { ApproveDialog } from './ApproveDialog.tsx';
import { CommandTag } from './CommandTag.tsx';
import { decisionTexts } from './decision.ts';
import { amountText, changeText } from './parameterValues.ts';
import '../../table/phoneRows.css';

type Command = OutputOf<typeof configuration.inverterSetupList>['list'][number];
type Value = Command['values'][number];

const atFirst: TableState = { page: 1, size: 10, sort: '', order: 'asc' };

interface CommandListProps {
  /** Only of this plant. */
  sid?: string;
  /** Only commands to this device. */
  sn?: string;
  /** Only commands in this state. */
  state?: 'waiting';
}

/** The commands sent to the devices of a plant, newest first, with their state. */
export function CommandList({ sid = '', sn = '', state }: CommandListProps): ReactNode {
  const [table, setTable] = useState(atFirst);
  const answer = useCall(
    configuration.inverterSetupList,
    { filters: { sid, sn, state: state ?? '' }, page: { size: table.size, num: table.page - 1 } },
    { keepsPrevious: true },
  );
  const list = answer.data?.list ?? [];
  const total = answer.data?.total ?? 0;
  return (
    <Panel
      answer={answer}
      empty={
        total === 0 && {
          title: state === 'waiting' ? t('command.noApprovals') : t('command.none'),
          icon: 'list',
        }
      }
      isFlush
      title={state === 'waiting' ? t('command.approvals') : t('command.title')}
    >
      <table className="hp-parameter-table hp-phone-rows">
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
              <td data-label={t('site.field.device')}>
                <Link to={paths.device(command.sn, 'parameters')}>{namedSn(command.alias, command.sn)}</Link>
                {sid === '' && (
                  <small>
                    <Link to={paths.site(command.sid)}>{command.siteName}</Link>
                  </small>
                )}
              </td>
              <td data-label={t('command.what')}>
                {changesOf(command).map((text) => (
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

/** What the command contains in addition to parameters. */
const othersOf = ({ schedule, server, firmware }: Command): string[] => [
  ...(schedule === '' ? [] : [t('command.schedule', { id: schedule })]),
  ...(server === '' ? [] : [t('command.server', { host: server })]),
  ...(firmware === '' ? [] : [t('command.firmware', { id: firmware })]),
];

/** What a command wants, line by line. */
function changesOf(command: Command): string[] {
  const changes = [...command.values.map(({ key, wanted }) => changeText(key, wanted)), ...othersOf(command)];
  return changes.length === 0 ? [t('command.asked')] : changes;
}

/** A second user approves after reviewing the change; users who may change the plant can cancel pending commands. */
function CommandActs({ command }: { command: Command }): ReactNode {
  const { sid, id, mayConfirm, mayWithdraw, confirmRefusal } = command;
  const [isReviewing, setReviewing] = useState(false);
  const confirm = useWrite(configuration.inverterSetupConfirm);
  const decline = useWrite(configuration.inverterSetupDecline);
  const withdraw = useWrite(configuration.inverterSetupWithdraw);
  const maySet = useMayCall(configuration.inverterSetupConfirm);
  const named = { sid, commandId: id };
  if (!maySet || (!mayConfirm && !mayWithdraw && !confirmRefusal)) return null;
  return (
    <>
      {confirmRefusal && <small>{confirmRefusal}</small>}
      <div className="hp-parameter-acts">
        {mayConfirm && (
          <Button onClick={() => setReviewing(true)} isSmall variant="primary">
            {t('command.confirm')}
          </Button>
        )}
        {mayWithdraw && (
          <Button isBusy={withdraw.isPending} onClick={() => withdraw.mutate(named)} isSmall>
            {t('command.withdraw')}
          </Button>
        )}
      </div>
      {isReviewing && (
        <ApproveDialog
          devices={[{ ...command, changes: command.values, others: othersOf(command) }]}
          isBusy={confirm.isPending || decline.isPending}
          onApprove={() => confirm.mutate(named, { onSuccess: () => setReviewing(false) })}
          onClose={() => setReviewing(false)}
          onDecline={(reason) =>
            decline.mutate({ ...named, reason }, { onSuccess: () => setReviewing(false) })
          }
          requestedAt={command.createdAt}
          requesterEmail={command.userEmail}
          total={1}
        />
      )}
    </>
  );
}

function CommandOutcome({ command }: { command: Command }): ReactNode {
  const differing = command.state === 'refused' ? command.values.filter(differs) : [];
  const changedSince = command.state === 'confirmed' ? command.values.filter(isOtherNow) : [];
  return (
    <>
      <CommandTag command={command} />
      {isOpen(command.state) && (
        <small>{t('command.until', { time: clockText(command.expiresAt, command.timezone) })}</small>
      )}
      {decisionTexts(command).map((text) => (
        <small key={text}>{text}</small>
      ))}
      {command.refusal && <small>{command.refusal}</small>}
      {differing.map((value) => (
        <small key={value.key}>{t('command.told', { value: amountText(value.key, value.told ?? 0) })}</small>
      ))}
      {changedSince.map(({ key, now }) => (
        <small key={key}>{t('command.since', { value: changeText(key, now ?? 0) })}</small>
      ))}
    </>
  );
}

const isOtherNow = ({ wanted, now }: Value) => now !== null && now !== wanted;
const differs = ({ wanted, told: reported }: Value) => reported !== null && reported !== wanted;
