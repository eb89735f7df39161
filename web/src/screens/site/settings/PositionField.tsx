// Where a plant lies: a point on the bundled map, or two numbers. What lies there is looked up in the portal's own atlas.
import { common } from '@helioport/contract/common';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { useCall } from '../../../api/query.ts';
import { untilFetched } from '../../../connection.ts';
import { t } from '../../../i18n.ts';
import type { Draft } from '../../../session/useDraft.ts';
import { Bones } from '../../../ui/base/Panel.tsx';
import { TextField } from '../../../ui/form/FormFields.tsx';
import type { SiteDraft } from './siteDraft.ts';
import type { Told } from './told.ts';
import { numberOf } from './typedNumber.ts';

const PositionMap = lazy(() => untilFetched(() => import('./PositionMap.tsx')));

const isWithin = (value: number | null, limit: number): value is number =>
  value !== null && Math.abs(value) <= limit;

export function PositionField({ form, told }: { form: Draft<SiteDraft>; told: Told }): ReactNode {
  const { draft, change, errors } = form;
  const latitude = numberOf(draft.latitude);
  const longitude = numberOf(draft.longitude);
  const point = isWithin(latitude, 90) && isWithin(longitude, 180) ? { latitude, longitude } : null;
  const place = useCall(common.addressInfo, point ?? { latitude: 0, longitude: 0 }, {
    live: 'none',
    quiet: true,
    isEnabled: point !== null,
    staleMs: Number.POSITIVE_INFINITY,
  }).data;
  useSuggestion(form, told, point === null ? undefined : place);
  return (
    <div className="hp-position">
      <Suspense fallback={<Bones height={280} lines={4} />}>
        <PositionMap
          onChoose={(at) => change({ latitude: at.latitude.toFixed(5), longitude: at.longitude.toFixed(5) })}
          point={point}
        />
      </Suspense>
      <div className="hp-edit-pair">
        <TextField
          error={errors.latitude}
          hint={t('site.edit.latitudeHint')}
          isOptional
          label={t('site.edit.latitude')}
          maxLength={20}
          onChange={(text) => change({ latitude: text })}
          value={draft.latitude}
        />
        <TextField
          error={errors.longitude}
          hint={t('site.edit.longitudeHint')}
          isOptional
          label={t('site.edit.longitude')}
          maxLength={20}
          onChange={(text) => change({ longitude: text })}
          value={draft.longitude}
        />
      </div>
      <p aria-live="polite" className="hp-edit-hint">
        {point !== null && place
          ? t('site.edit.lies', {
              country: place.countryName || t('site.edit.sea'),
              zone: place.timezone.replaceAll('_', ' '),
            })
          : t('site.edit.positionHint')}
      </p>
    </div>
  );
}

interface Place {
  countryCode: string;
  timezone: string;
  currency: string;
}

/** Fills in what a new position tells, over nothing or over what was filled in before; never over what somebody chose. */
function useSuggestion({ draft, change }: Draft<SiteDraft>, told: Told, place: Place | undefined): void {
  useEffect(() => {
    if (!place) return;
    const patch: Partial<SiteDraft> = {};
    for (const field of ['countryCode', 'timezone', 'currency'] as const) {
      if (!told.isFree(draft, field) || place[field] === '' || draft[field] === place[field]) continue;
      patch[field] = place[field];
      if (field === 'countryCode') patch.stateCode = '';
    }
    if (Object.keys(patch).length === 0) return;
    told.tell(patch);
    change(patch);
  }, [place, draft, change, told]);
}
