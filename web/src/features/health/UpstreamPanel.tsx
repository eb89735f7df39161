import type { UpstreamFailure } from '@helioport/contract/health';
import type { ReactNode } from 'react';
import { Facts } from '../../components/base/Facts.tsx';
import type { Answer } from '../../components/base/FailedState.tsx';
import { Panel } from '../../components/base/Panel.tsx';
import { RelativeTime } from '../../components/base/RelativeTime.tsx';
import { formatNumber } from '../../components/base/time.ts';
import { t } from '../../i18n.ts';
import type { Health } from './MismatchTable.tsx';

interface Props {
  answer: Answer;
  upstream: NonNullable<Health['upstream']>;
}

/** Forwarding of device frames to the server in UPSTREAM. */
export function UpstreamPanel({ answer, upstream }: Props): ReactNode {
  const { host, queued, oldestAt, sent, dropped, sentAt, failure } = upstream;
  const time = (at: number | null) => (at === null ? '' : <RelativeTime at={at} />);
  return (
    <Panel answer={answer} height={120} title={t('health.upstream')}>
      <Facts
        facts={[
          { title: t('health.upstreamHost'), value: host },
          { title: t('health.upstreamSentAt'), value: time(sentAt) },
          { title: t('health.upstreamSent'), value: formatNumber(sent, 0) },
          { title: t('health.upstreamQueued'), value: formatNumber(queued, 0) },
          { title: t('health.waitingSince'), value: time(oldestAt) },
          { title: t('health.upstreamDropped'), value: formatNumber(dropped, 0) },
          ...(failure === null
            ? []
            : [
                {
                  title: t('health.upstreamFailing'),
                  value: (
                    <>
                      <RelativeTime at={failure.since} />
                      <br />
                      {reasonText(failure.reason, failure.status)}
                    </>
                  ),
                },
              ]),
        ]}
      />
    </Panel>
  );
}

function reasonText(reason: UpstreamFailure, status: number | null): string {
  const texts: Record<UpstreamFailure, () => string> = {
    self: () => t('health.upstreamReason.self'),
    private: () => t('health.upstreamReason.private'),
    name: () => t('health.upstreamReason.name'),
    unreachable: () => t('health.upstreamReason.unreachable'),
    timeout: () => t('health.upstreamReason.timeout'),
    noResponse: () => t('health.upstreamReason.noResponse'),
    status: () => t('health.upstreamReason.status', { status: status ?? '' }),
  };
  return texts[reason]();
}
