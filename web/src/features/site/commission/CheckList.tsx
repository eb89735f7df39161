import type { OutputOf } from '@helioport/contract/endpoint';
import type { site } from '@helioport/contract/site';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Tag } from '../../../components/base/Tag.tsx';
import { t, type WordKey } from '../../../i18n.ts';
import { paths } from '../../../paths.ts';

type Check = OutputOf<typeof site.commission>['checks'][number];

const results: Readonly<Record<Check['result'], { tone: 'good' | 'alert' | 'plain'; word: WordKey }>> = {
  ok: { tone: 'good', word: 'site.commission.ok' },
  not: { tone: 'alert', word: 'site.commission.not' },
  unknown: { tone: 'plain', word: 'site.commission.unknown' },
};

const inSettings = { to: paths.siteEdit, word: 'site.edit.settings' } as const;
const inLayout = { to: (sid: string) => paths.layoutOf(sid), word: 'page.pvPlantLayout' } as const;
const inModules = { to: (sid: string) => paths.siteModules(sid), word: 'site.tab.modules' } as const;

/** Where each of them is looked into and mended. */
const places: Readonly<Record<Check['key'], { to: (sid: string) => string; word: WordKey }>> = {
  modules: inSettings,
  voltages: inModules,
  position: inSettings,
  planes: inSettings,
  layout: inLayout,
  meter: { to: (sid) => paths.site(sid), word: 'site.tab.overview' },
  trouble: { to: paths.siteEvents, word: 'site.tab.events' },
  swapped: inLayout,
};

interface CheckListProps {
  checks: readonly Check[];
  /** The plant in which the user may fix failed checks; null: not permitted, or a past record. */
  mendsIn: string | null;
}

/** Items with their result, why it is so, and the way to where it is mended. */
export function CheckList({ checks, mendsIn }: CheckListProps): ReactNode {
  return (
    <ul className="hp-commission-checks">
      {checks.map(({ key, result, title, text }) => {
        const { tone, word } = results[result];
        const place = places[key];
        return (
          <li data-result={result} key={key}>
            <Tag tone={tone}>{t(word)}</Tag>
            <div>
              <strong>{title}</strong>
              <p>{text}</p>
            </div>
            {mendsIn !== null && result !== 'ok' && (
              <Link
                aria-label={t('public.labelled', { label: title, value: t(place.word) })}
                to={place.to(mendsIn)}
              >
                {t(place.word)}
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}
