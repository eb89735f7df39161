import { influx } from '@helioport/contract/influx';
import type { ReactNode } from 'react';
import { useWrite } from '../../../api/query.ts';
import { Button } from '../../../components/base/Button.tsx';
import { Confirm } from '../../../components/base/Confirm.tsx';
import { RelativeTime } from '../../../components/base/RelativeTime.tsx';
import { Tag } from '../../../components/base/Tag.tsx';
import { toast } from '../../../components/base/Toaster.tsx';
import { numberFormat } from '../../../formats.ts';
import { t } from '../../../i18n.ts';
import type { Output } from './InfluxPanel.tsx';

interface InfluxStateProps {
  sid: string;
  output: Output;
  timeZone?: string;
  onEdit: () => void;
}

/** What an output has sent, why it does not, and its actions. */
export function InfluxState({ sid, output, timeZone, onEdit }: InfluxStateProps): ReactNode {
  const { url, org, bucket, isActive, paused, error, sentAt, sentReadings, waitingSince, nextAt } = output;
  const test = useWrite(influx.test);
  const save = useWrite(influx.save);
  const remove = useWrite(influx.delete);
  const zone = timeZone === undefined ? {} : { timeZone };
  return (
    <>
      <div className="hp-influx-head">
        <code>{url}</code>
        <StateTag output={output} />
      </div>
      <dl className="hp-influx-facts">
        {org !== '' && <Fact label={t('influx.org')}>{org}</Fact>}
        {bucket !== '' && <Fact label={t('influx.bucket')}>{bucket}</Fact>}
        <Fact label={t('influx.sentReadings')}>{numberFormat({}).format(sentReadings)}</Fact>
        {sentAt !== null && (
          <Fact label={t('influx.lastSent')}>
            <RelativeTime at={sentAt} {...zone} />
          </Fact>
        )}
        {error !== '' && waitingSince !== null && (
          <Fact label={t('influx.waitingSince')}>
            <RelativeTime at={waitingSince} {...zone} />
          </Fact>
        )}
        {nextAt !== null && (
          <Fact label={t('webhook.next')}>
            <RelativeTime at={nextAt} isExact {...zone} />
          </Fact>
        )}
      </dl>
      {error !== '' && <p className="hp-edit-error">{error}</p>}
      {paused !== null && (
        <p className="hp-edit-error">
          {paused === 'access' ? t('webhook.paused.access') : t('influx.pausedFailures')}
        </p>
      )}
      <div className="hp-influx-actions">
        <Button
          isBusy={test.isPending}
          isSmall
          onClick={() =>
            test.mutate(
              { sid },
              {
                onSuccess: (outcome) =>
                  outcome.isAccepted
                    ? toast(t('webhook.delivered'), 'success')
                    : toast(
                        t('public.labelled', { label: t('webhook.failed'), value: outcome.error }),
                        'error',
                      ),
              },
            )
          }
        >
          {t('webhook.test')}
        </Button>
        <Button isSmall onClick={onEdit}>
          {t('influx.edit')}
        </Button>
        <Button
          isBusy={save.isPending}
          isSmall
          onClick={() =>
            save.mutate(
              { sid, url, org, bucket, isActive: !isActive },
              { onSuccess: () => toast(t('influx.saved'), 'success') },
            )
          }
        >
          {isActive ? t('webhook.deactivate') : t('webhook.activate')}
        </Button>
        <Confirm
          description={t('influx.deleteText')}
          isDanger
          onConfirm={() => remove.mutate({ sid }, { onSuccess: () => toast(t('influx.deleted'), 'success') })}
          submit={t('influx.delete')}
          title={t('influx.deleteTitle')}
        >
          <Button isBusy={remove.isPending} isDanger isSmall>
            {t('influx.delete')}
          </Button>
        </Confirm>
      </div>
    </>
  );
}

function StateTag({ output: { isActive, error } }: { output: Output }): ReactNode {
  if (!isActive) return <Tag>{t('webhook.off')}</Tag>;
  if (error !== '')
    return (
      <Tag icon="alert" tone="alert">
        {t('webhook.failed')}
      </Tag>
    );
  return (
    <Tag icon="check" tone="good">
      {t('webhook.on')}
    </Tag>
  );
}

const Fact = ({ label, children }: { label: string; children: ReactNode }): ReactNode => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);
