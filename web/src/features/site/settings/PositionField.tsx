// The location of a plant: a point on the bundled map, or two numbers. Country and time zone come from the portal's
// own geodata.

import { common } from '@helioport/contract/common';
import { haveSameClock } from '@helioport/domain/offsets';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { Button } from '../../../components/base/Button.tsx';
import { Skeleton } from '../../../components/base/Skeleton.tsx';
import { TextField } from '../../../components/form/FormFields.tsx';
import { untilFetched } from '../../../connection.ts';
import { countryName } from '../../../countryName.ts';
import { t } from '../../../i18n.ts';
import type { Draft } from '../../../session/useDraft.ts';
import type { SiteDraft } from './siteDraft.ts';
import type { Suggestions } from './suggestions.ts';
import { numberOf } from './typedNumber.ts';

const PositionMap = lazy(() => untilFetched(() => import('./PositionMap.tsx')));

const isWithin = (value: number | null, limit: number): value is number =>
  value !== null && Math.abs(value) <= limit;

export function PositionField({
  form,
  suggestions,
}: {
  form: Draft<SiteDraft>;
  suggestions: Suggestions;
}): ReactNode {
  const { draft, change } = form;
  const latitude = numberOf(draft.latitude);
  const longitude = numberOf(draft.longitude);
  const point = isWithin(latitude, 90) && isWithin(longitude, 180) ? { latitude, longitude } : null;
  const place = useCall(common.addressInfo, point ?? { latitude: 0, longitude: 0 }, {
    live: 'none',
    isEnabled: point !== null,
    staleMs: Number.POSITIVE_INFINITY,
  }).data;
  useSuggestion(form, suggestions, point === null ? undefined : place);
  return (
    <div className="hp-position">
      <Suspense fallback={<Skeleton height={280} lines={4} />}>
        <PositionMap
          onChoose={(at) => change({ latitude: at.latitude.toFixed(5), longitude: at.longitude.toFixed(5) })}
          countryCode={draft.countryCode}
          point={point}
        />
      </Suspense>
      <OwnPosition
        onFound={({ latitude: lat, longitude: lng }) =>
          change({ latitude: lat.toFixed(5), longitude: lng.toFixed(5) })
        }
      />
      <div className="hp-edit-pair">
        <TextField
          {...form.text('latitude')}
          hint={t('site.edit.latitudeHint')}
          isOptional
          label={t('site.edit.latitude')}
        />
        <TextField
          {...form.text('longitude')}
          hint={t('site.edit.longitudeHint')}
          isOptional
          label={t('site.edit.longitude')}
        />
      </div>
      <p aria-live="polite" className="hp-edit-hint">
        {point !== null && place
          ? t('site.edit.lies', {
              country: place.countryName || t('site.edit.sea'),
              zone: place.timezone.replaceAll('_', ' '),
            })
          : t('site.edit.positionHint')}{' '}
        {point !== null && place?.countryCode === '' && <strong>{t('site.edit.atSea')}</strong>}
        {point !== null && place && isElsewhere(place, draft) && (
          <strong>{t('site.edit.otherCountry', { country: countryName(draft.countryCode) })}</strong>
        )}{' '}
        {point !== null && place && isOtherZone(place, draft) && (
          <strong>{t('site.edit.otherZone', { zone: draft.timezone.replaceAll('_', ' ') })}</strong>
        )}
      </p>
    </div>
  );
}

/** Fills in the location of the user's device; hidden if the browser does not provide it, as without HTTPS. */
function OwnPosition({
  onFound,
}: {
  onFound: (point: { latitude: number; longitude: number }) => void;
}): ReactNode {
  const [state, setState] = useState<'idle' | 'searching' | 'failed'>('idle');
  if (!isSecureContext || !('geolocation' in navigator)) return null;
  const find = () => {
    setState('searching');
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setState('idle');
        onFound(coords);
      },
      () => setState('failed'),
      { enableHighAccuracy: true, timeout: LOCATE_WITHIN_MS },
    );
  };
  return (
    <p className="hp-position-own">
      <Button disabled={state === 'searching'} onClick={find}>
        {t(state === 'searching' ? 'site.edit.locating' : 'site.edit.locate')}
      </Button>
      {state === 'failed' && <span role="alert">{t('site.edit.locateFailed')}</span>}
    </p>
  );
}

const LOCATE_WITHIN_MS = 15_000;

/** Whether a position is in another country than the chosen one. */
const isElsewhere = (place: Place, { countryCode }: SiteDraft): boolean =>
  countryCode !== '' && place.countryCode !== '' && place.countryCode !== countryCode;

/** Whether the clocks at a position on land differ from those of the chosen time zone. */
const isOtherZone = (place: Place, { timezone }: SiteDraft): boolean =>
  place.countryCode !== '' &&
  place.timezone !== '' &&
  timezone !== '' &&
  !haveSameClock(place.timezone, timezone, Date.now());

interface Place {
  /** '' at sea. */
  countryCode: string;
  timezone: string;
  currency: string;
}

/**
 * Fills in values derived from a new location, if the field is empty or was filled in automatically; the user's own
 * input is kept.
 */
function useSuggestion(
  { draft, change }: Draft<SiteDraft>,
  suggestions: Suggestions,
  place: Place | undefined,
): void {
  useEffect(() => {
    // A location at sea or in another country than the selected one is more often a mistake than intended.
    if (!place || place.countryCode === '') return;
    if (!suggestions.isFree(draft, 'countryCode') && place.countryCode !== draft.countryCode) return;
    const patch: Partial<SiteDraft> = {};
    for (const field of ['countryCode', 'timezone', 'currency'] as const) {
      if (!suggestions.isFree(draft, field) || place[field] === '' || draft[field] === place[field]) continue;
      patch[field] = place[field];
      if (field === 'countryCode') patch.stateCode = '';
    }
    if (Object.keys(patch).length === 0) return;
    suggestions.suggest(patch);
    change(patch);
  }, [place, draft, change, suggestions]);
}
