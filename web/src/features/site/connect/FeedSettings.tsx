import { type FeedKind, feedNames } from '@helioport/domain/feeds';
import type { ReactNode } from 'react';
import { CopyText } from '../../../components/base/CopyText.tsx';
import { Tag } from '../../../components/base/Tag.tsx';
import { t } from '../../../i18n.ts';

/** A feed as it was created, with its token. */
export interface NewFeed {
  id: number;
  source: FeedKind;
  name: string;
  token: string;
}

const addresses: Readonly<Record<FeedKind, string>> = {
  pvoutput: '/service/r2/addstatus.jsp',
  emoncms: '',
  influx: '',
};

/** A request that a person can try in a terminal. */
function exampleOf({ source, id, token }: NewFeed, origin: string): string {
  switch (source) {
    case 'pvoutput':
      return `curl -H "X-Pvoutput-Apikey: ${token}" -H "X-Pvoutput-SystemId: ${id}" -d "d=$(date +%Y%m%d)&t=$(date +%H:%M)&v1=10500&v2=2100" ${origin}/service/r2/addstatus.jsp`;
    case 'emoncms':
      return `curl -H "Authorization: Bearer ${token}" --data-urlencode 'fulljson={"pv_power":2100,"pv_energy":9120450}' ${origin}/input/post`;
    case 'influx':
      return `curl -H "Authorization: Token ${token}" --data-binary 'solar pv_power=2100,pv_energy=9120450' ${origin}/api/v2/write`;
  }
}

interface FeedSettingsProps {
  feed: NewFeed;
  hasValues: boolean;
}

/** What to enter in the source, shown once, and whether its first value has arrived. */
export function FeedSettings({ feed, hasValues }: FeedSettingsProps): ReactNode {
  const { origin } = window.location;
  const { source, id, token } = feed;
  const rows: [string, string][] = [
    [t('feed.url'), `${origin}${addresses[source]}`],
    [t('feed.token'), token],
    ...(source === 'pvoutput' ? [[t('feed.systemId'), String(id)] satisfies [string, string]] : []),
    [t('feed.example'), exampleOf(feed, origin)],
  ];
  return (
    <div className="hp-feed-settings">
      <p>
        <strong>{t('feed.once')}</strong>
      </p>
      <dl>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <CopyText label={label} shown={<code>{value}</code>} text={value} />
            </dd>
          </div>
        ))}
        {source !== 'pvoutput' && (
          <div>
            <dt>{t('feed.names')}</dt>
            <dd>
              <p className="hp-feed-names">
                {Object.keys(feedNames).map((name) => (
                  <code key={name}>{name}</code>
                ))}
              </p>
              <p className="hp-edit-hint">{t('feed.namesHint')}</p>
            </dd>
          </div>
        )}
      </dl>
      <p aria-live="polite">
        {hasValues ? (
          <Tag icon="check" tone="good">
            {t('feed.received')}
          </Tag>
        ) : (
          <Tag icon="clock">{t('feed.waiting')}</Tag>
        )}
      </p>
    </div>
  );
}
