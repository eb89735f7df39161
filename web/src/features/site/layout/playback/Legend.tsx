import type { Reading } from '@helioport/domain/readings';
import type { ReactNode } from 'react';
import { numberFormat } from '../../../../formats.ts';
import { t } from '../../../../i18n.ts';
import { cssColor } from '../../../../theme.ts';

const steps = ['scale-1', 'scale-2', 'scale-3', 'scale-4', 'scale-5', 'scale-6', 'scale-7'] as const;
const percent = (share: number) => numberFormat({ style: 'percent', maximumFractionDigits: 0 }).format(share);
const number = (value: number) => numberFormat({ maximumSignificantDigits: 3 }).format(value);

/** The meaning of each color, with its number, so that colors need not be distinguished. */
export function Legend({
  scale,
  hasDead = false,
}: {
  scale: { kind: 'ratio' } | { kind: 'value'; most: number; reading: Reading };
  /** Names the cross of modules that do not produce. */
  hasDead?: boolean;
}): ReactNode {
  const words = steps.map((_, i) => {
    if (scale.kind === 'value')
      return `≥ ${number(scale.reading.of((scale.most * i) / 7))} ${scale.reading.unit}`;
    const share = percent(0.7 + i / 10);
    return i === 0 ? `≤ ${share}` : i === 6 ? `≥ ${share}` : share;
  });
  return (
    <ul aria-label={t('playback.legend')} className="hp-roof-legend">
      {steps.map((step, i) => (
        <li key={step}>
          <i style={{ background: cssColor(step) }} />
          {words[i]}
        </li>
      ))}
      {hasDead && (
        <li>
          <i className="hp-roof-dead" />
          {t('site.modules.notProducing')}
        </li>
      )}
      <li>
        <i className="hp-roof-hatch" />
        {t('playback.noReport')}
      </li>
    </ul>
  );
}
