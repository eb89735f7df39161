// To the plant before and after this one, in the order of the list that one came from; the keys [ and ] do the same.
import { site } from '@helioport/contract/site';
import { type ReactNode, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useCall } from '../../api/query.ts';
import { useKeys } from '../../components/base/keys.ts';
import { ToolButton } from '../../components/base/ToolButton.tsx';
import { formatNumber } from '../../components/base/time.ts';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { lastList } from './list/lastList.ts';
import { toPlant } from './siteWays.ts';

const STALE_MS = 60_000;

export function PlantSwitch({ sid }: { sid: string }): ReactNode {
  const [list] = useState(lastList);
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { data, isPlaceholderData } = useCall(
    site.neighbours,
    { sid, ...list },
    { live: 'none', staleMs: STALE_MS, keepsPrevious: true },
  );
  const { before = null, after = null, place = 0, total = 0 } = data ?? {};
  const go = (plant: typeof before) => {
    // The placeholder data belongs to the previous plant.
    if (plant === null || isPlaceholderData) return false;
    void navigate(`${paths.siteDetail()}?${toPlant(search, plant.sid)}`);
    return true;
  };
  useKeys({ '[': () => go(before), ']': () => go(after) });
  // With a single plant there is nothing to switch to.
  if (place === 0 || total < 2) return null;
  const previous = before ? t('site.previous', { name: before.siteName }) : t('site.noPrevious');
  const next = after ? t('site.next', { name: after.siteName }) : t('site.noNext');
  return (
    <span className="hp-plant-switch">
      <ToolButton icon="left" isDisabled={before === null} label={previous} onClick={() => go(before)} />
      <span>{t('site.place', { place: formatNumber(place), total: formatNumber(total) })}</span>
      <ToolButton icon="right" isDisabled={after === null} label={next} onClick={() => go(after)} />
    </span>
  );
}
