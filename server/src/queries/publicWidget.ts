// What the embeddable widget of a plant shows: a part of its public page.
import { localDay } from '@helioport/domain/periods';
import { isLive } from '@helioport/domain/state';
import { visibleAlone } from '../access/visible.ts';
import type { Tx } from '../platform/db.ts';
import { pageOfToken } from '../repositories/publicPages.ts';
import { totals } from '../timeseries/query/energies.ts';
import { findSite } from './findSite.ts';
import { siteNowOf } from './stateNow.ts';

export interface PublicWidget {
  title: string;
  /** Blocks of the public page that a widget can show. */
  blocks: readonly string[];
  state: 'live' | 'asleep' | 'none';
  /** Null without recent data. */
  powerW: number | null;
  /** Null without data today. */
  todayWh: number | null;
  totalWh: number;
}

/** The content for a token of a public page; undefined for an unknown one. */
export async function publicWidget(
  tx: Tx,
  { token, now }: { token: string; now: number },
): Promise<PublicWidget | undefined> {
  const page = await pageOfToken(tx, token);
  if (!page) return undefined;
  const { siteId, sid, title, blocks } = page;
  const found = await findSite({ tx, now, visible: visibleAlone(siteId) }, sid);
  const { today, total } = await totals(tx, { siteId, timeZone: found.timezone }, now);
  const { reporting, lastReportAt } = siteNowOf(found, 6, now);
  const isAsleep = reporting === 'asleep';
  const hasToday =
    lastReportAt !== null && localDay(lastReportAt, found.timezone) === localDay(now, found.timezone);
  return {
    ...{ title, blocks },
    state: isLive(reporting) ? 'live' : isAsleep ? 'asleep' : 'none',
    powerW: isLive(reporting) ? found.nowW : isAsleep ? 0 : null,
    todayWh: hasToday || isAsleep ? today.energyWh : null,
    totalWh: total.energyWh ?? 0,
  };
}
