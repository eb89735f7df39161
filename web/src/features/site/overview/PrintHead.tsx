import type { ReactNode } from 'react';
import { formatInstant } from '../../../components/base/time.ts';
import type { Plant } from '../../../components/pv/plant.ts';
import { t } from '../../../i18n.ts';
import { useBrand } from '../../../session/brand.ts';

/** For print only: portal, plant, and local time of printing. */
export function PrintHead({ plant: { detail, now } }: { plant: Plant }): ReactNode {
  const brand = useBrand(({ name }) => name);
  return (
    <p className="hp-print-head">
      <b>{brand}</b>
      {detail.userEmail !== '' && (
        <span>
          {t('site.field.owner')} {detail.userEmail}
        </span>
      )}
      <span>{t('site.printed', { time: formatInstant(now, detail.timezone) })}</span>
    </p>
  );
}
