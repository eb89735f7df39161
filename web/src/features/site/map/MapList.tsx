import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { StatusTag } from '../../../components/base/StatusTag.tsx';
import { useNow } from '../../../components/base/time.ts';
import { conditionPath, conditionText } from '../../../components/pv/conditionText.ts';
import { powerNowText } from '../../../components/pv/stateWords.ts';
import { t } from '../../../i18n.ts';
import { paths } from '../../../paths.ts';
import { useSession } from '../../../session/session.ts';
import { dayAt, type Plant } from './mapPlants.ts';

const MOST = 100;

/** The plants in view, issues first. */
export function MapList({ plants, all }: { plants: readonly Plant[]; all: number }): ReactNode {
  const now = useNow();
  const mayOpenAlarms = useSession(({ pages }) => pages.includes('alarms'));
  const shown = plants.slice(0, MOST);
  const more = plants.length - shown.length;
  return (
    <section aria-label={t('site.map.inView')}>
      <h2 aria-live="polite">{t('site.map.inViewOf', { shown: plants.length, count: all })}</h2>
      <ul>
        {shown.map((plant) => (
          <li className="hp-map-item" key={plant.sid}>
            <Link className="hp-map-name" to={paths.site(plant.sid)}>
              {plant.siteName}
            </Link>
            <span>{powerNowText(plant.reporting, plant.now)}</span>
            <StatusTag isPlain severity={plant.severity} state={plant.state} />
            {(plant.verdict.level === 'bad' || plant.verdict.level === 'notice') && (
              <Link className="hp-map-verdict" to={conditionPath(plant.sid, plant.verdict, mayOpenAlarms)}>
                {conditionText(plant.verdict, dayAt(plant, now))}
              </Link>
            )}
          </li>
        ))}
      </ul>
      {more > 0 && <p>{t('site.map.more', { count: more })}</p>}
    </section>
  );
}
