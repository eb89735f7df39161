import type { ReactNode } from 'react';
import { t } from '../../i18n.ts';
import './page.css';

const widths = ['62%', '88%', '74%', '91%', '55%', '80%'];

/** Skeleton lines while content loads. */
export function Skeleton({ lines = 4, height }: { lines?: number; height?: number | undefined }): ReactNode {
  return (
    <div aria-busy="true" className="hp-bones" style={{ minHeight: height }}>
      <span className="hp-unseen">{t('ui.loading')}</span>
      {Array.from({ length: lines }, (_, line) => line).map((line) => (
        <i key={line} style={{ width: widths[line % widths.length] }} />
      ))}
    </div>
  );
}
