import {
  type AgentFeedKind,
  type FeedKind,
  feedNames,
  isAgentFeedKind,
  isMqttFeedKind,
  isReadingFeedKind,
  type MqttFeedKind,
} from '@helioport/domain/feeds';
import type { ReactNode } from 'react';
import { CodeBlock, CopyText } from '../../../components/base/CopyText.tsx';
import { Tag } from '../../../components/base/Tag.tsx';
import { t } from '../../../i18n.ts';
import { agentConfig } from './agentSettings.ts';
import { mosquittoBridge, mqttFields } from './mqttSettings.ts';

/** A feed as it was created, with its token. */
export interface NewFeed {
  id: number;
  source: FeedKind;
  name: string;
  token: string;
  /** Address of the MQTT broker; '' for sources that do not use it. */
  broker: string;
}

type HttpFeedKind = Exclude<FeedKind, MqttFeedKind | AgentFeedKind>;

const addresses: Readonly<Record<HttpFeedKind, string>> = {
  pvoutput: '/service/r2/addstatus.jsp',
  emoncms: '',
  influx: '',
  otlp: '/otlp/v1/metrics',
  shelly: '/shelly?roles=pv',
};

/** The script of a Shelly: its status every minute. */
const shellyScript = (
  { token }: NewFeed,
  origin: string,
): string => `let url = "${origin}${addresses.shelly}";
let token = "${token}";
function send() {
  Shelly.call("Shelly.GetStatus", {}, function (status) {
    Shelly.call("HTTP.Request", {
      method: "POST",
      url: url,
      headers: { "Authorization": "Bearer " + token, "Content-Type": "application/json" },
      body: JSON.stringify(status),
      timeout: 10
    });
  });
}
Timer.set(60000, true, send);
send();`;

/** An example request for a terminal, or the script of a device. */
function exampleOf(source: HttpFeedKind, feed: NewFeed, origin: string): string {
  const { id, token } = feed;
  switch (source) {
    case 'pvoutput':
      return `curl -H "X-Pvoutput-Apikey: ${token}" -H "X-Pvoutput-SystemId: ${id}" -d "d=$(date +%Y%m%d)&t=$(date +%H:%M)&v1=10500&v2=2100" ${origin}/service/r2/addstatus.jsp`;
    case 'emoncms':
      return `curl -H "Authorization: Bearer ${token}" --data-urlencode 'fulljson={"pv_power":2100,"pv_energy":9120450}' ${origin}/input/post`;
    case 'influx':
      return `curl -H "Authorization: Token ${token}" --data-binary 'solar pv_power=2100,pv_energy=9120450' ${origin}/api/v2/write`;
    case 'otlp':
      return [
        `OTEL_EXPORTER_OTLP_METRICS_ENDPOINT=${origin}${addresses.otlp}`,
        `OTEL_EXPORTER_OTLP_METRICS_HEADERS=Authorization=Bearer%20${token}`,
        'OTEL_EXPORTER_OTLP_METRICS_PROTOCOL=http/protobuf',
      ].join('\n');
    case 'shelly':
      return shellyScript(feed, origin);
  }
}

interface FeedSettingsProps {
  feed: NewFeed;
  hasValues: boolean;
}

/** What to enter in the source, shown once, and whether its first value has arrived. */
export function FeedSettings({ feed, hasValues }: FeedSettingsProps): ReactNode {
  const { source } = feed;
  return (
    <div className="hp-feed-settings">
      <p>
        <strong>{t('feed.once')}</strong>
      </p>
      {isMqttFeedKind(source) ? (
        <MqttRows feed={feed} source={source} />
      ) : isAgentFeedKind(source) ? (
        <AgentRows feed={feed} source={source} />
      ) : (
        <HttpRows feed={feed} source={source} />
      )}
      <p aria-live="polite">
        {hasValues ? (
          <Tag icon="check" tone="good">
            {t(isReadingFeedKind(source) ? 'feed.published' : 'feed.received')}
          </Tag>
        ) : (
          <Tag icon="clock">{t(isReadingFeedKind(source) ? 'feed.waitingReader' : 'feed.waiting')}</Tag>
        )}
      </p>
    </div>
  );
}

function MqttRows({ feed, source }: { feed: NewFeed; source: MqttFeedKind }): ReactNode {
  const bridge = mosquittoBridge(source, feed);
  return (
    <>
      <p>{t(`feed.steps.${source}`)}</p>
      <dl>
        {mqttFields(source, feed).map(([label, value]) => (
          <CopyRow key={label} label={label} value={value} />
        ))}
        <CopyRow label={t('feed.bridge')} value={bridge}>
          {!isReadingFeedKind(source) && <p className="hp-edit-hint">{t('feed.bridgeHint')}</p>}
        </CopyRow>
      </dl>
    </>
  );
}

function AgentRows({ feed, source }: { feed: NewFeed; source: AgentFeedKind }): ReactNode {
  return (
    <>
      <p>{t('feed.agent')}</p>
      <dl>
        <CopyRow label={t('feed.agentConfig')} value={agentConfig(source, feed, window.location.origin)}>
          <p className="hp-edit-hint">{t(`feed.steps.${source}`)}</p>
        </CopyRow>
        <CopyRow label={t('feed.agentCheck')} value="npm run agent -- --config agent.json --check" />
        <CopyRow label={t('feed.token')} value={feed.token} />
      </dl>
    </>
  );
}

function HttpRows({ feed, source }: { feed: NewFeed; source: HttpFeedKind }): ReactNode {
  const { origin } = window.location;
  const isShelly = source === 'shelly';
  return (
    <dl>
      <CopyRow label={t('feed.url')} value={`${origin}${addresses[source]}`} />
      <CopyRow label={t('feed.token')} value={feed.token} />
      {source === 'pvoutput' && <CopyRow label={t('feed.systemId')} value={String(feed.id)} />}
      <CopyRow label={t(isShelly ? 'feed.script' : 'feed.example')} value={exampleOf(source, feed, origin)} />
      {isShelly && (
        <div>
          <dt>{t('feed.roles')}</dt>
          <dd>
            <p>{t('feed.rolesHint')}</p>
            <p className="hp-edit-hint">{t('feed.scriptHint')}</p>
          </dd>
        </div>
      )}
      {source !== 'pvoutput' && !isShelly && (
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
  );
}

interface CopyRowProps {
  label: string;
  value: string;
  children?: ReactNode;
}

function CopyRow({ label, value, children }: CopyRowProps): ReactNode {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {children}
        {value.includes('\n') ? (
          <CodeBlock label={label} text={value} />
        ) : (
          <CopyText label={label} shown={<code>{value}</code>} text={value} />
        )}
      </dd>
    </div>
  );
}
