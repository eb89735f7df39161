import type { ReactNode } from 'react';
import { numberFormat } from '../../../formats.ts';
import { t } from '../../../i18n.ts';
import { type ColorToken, cssColor } from '../../../theme.ts';
import type { ModuleRow, RatioBasis } from './moduleRows.ts';

/** The bar ends here on either side of 100 %. */
const SPAN = 0.5;
const STEP = 0.1;

const percent = (share: number) => numberFormat({ style: 'percent', maximumFractionDigits: 0 }).format(share);

const steps = ['scale-1', 'scale-2', 'scale-3', 'scale-4', 'scale-5', 'scale-6', 'scale-7'] as const;

/** The color of a ratio on the scale of module drawings: 0.7 and below to 1.3 and above. */
function colorOf(ratio: number): ColorToken {
  const index = Math.round((ratio - 1) / STEP) + 3;
  return steps[Math.min(steps.length - 1, Math.max(0, index))] ?? 'scale-4';
}

interface RatioBarProps {
  row: Pick<ModuleRow, 'ratio' | 'noRatio'>;
  basis: RatioBasis;
}

/**
 * The ratio of a module to the median of its array: a bar to either side of 100 %, and the number; otherwise the
 * reason why there is none.
 */
export function RatioBar({ row: { ratio, noRatio }, basis }: RatioBarProps): ReactNode {
  if (noRatio === 'noPlane') return <span className="hp-muted">{t('site.modules.noPlane')}</span>;
  if (noRatio === 'fewInPlane') return <span className="hp-muted">{t('site.modules.fewInPlane')}</span>;
  if (noRatio === 'tooLittle') return <span className="hp-muted">{t('site.modules.tooLittle')}</span>;
  if (ratio === null) return <span className="hp-muted">–</span>;
  const reach = Math.min(SPAN, Math.abs(ratio - 1)) / SPAN / 2;
  const from = ratio < 1 ? 0.5 - reach : 0.5;
  return (
    <span
      className="hp-ratio"
      title={t(basis === 'today' ? 'site.modules.ratioToday' : 'site.modules.ratioNow')}
    >
      <span aria-hidden="true" className="hp-ratio-bar">
        <i
          style={{
            insetInlineStart: `${from * 100}%`,
            width: `${Math.max(0.01, reach) * 100}%`,
            background: cssColor(colorOf(ratio)),
          }}
        />
      </span>
      <span>{percent(ratio)}</span>
    </span>
  );
}
