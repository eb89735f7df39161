// The configuration of the agent for one device, to be saved as agent.json.
import type { AgentFeedKind } from '@helioport/domain/feeds';
import type { NewFeed } from './FeedSettings.tsx';

/** An address as home routers assign them; users replace it. */
const ADDRESS = '192.168.1.60';

const settingsOf: Readonly<Record<AgentFeedKind, Readonly<Record<string, string | number>>>> = {
  apsystems: { address: ADDRESS },
  enphase: { address: ADDRESS, accessToken: '…' },
  fronius: { address: ADDRESS },
  sunspec: { address: ADDRESS, unit: 1 },
};

export const agentConfig = (source: AgentFeedKind, { name, token }: NewFeed, origin: string): string =>
  JSON.stringify(
    { portal: origin, devices: [{ type: source, name, ...settingsOf[source], token }] },
    null,
    2,
  );
