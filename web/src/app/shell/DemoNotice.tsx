import { type ReactNode, Suspense, useState } from 'react';
import { lazyWithWords } from '../../components/lazyPart.tsx';
import { t } from '../../i18n.ts';
import { useBrand } from '../../session/brand.ts';
import { Can } from '../../session/Can.tsx';

const DemoRemoval = lazyWithWords(async () => (await import('./DemoRemoval.tsx')).DemoRemoval);

/** Removes the demo data; for portal administrators. */
export function DemoNotice(): ReactNode {
  const isDemo = useBrand((brand) => brand.demo);
  const [isConfirming, setConfirming] = useState(false);
  if (!isDemo && !isConfirming) return null;
  return (
    <Can button="demo:remove">
      <button className="hp-footer-button" onClick={() => setConfirming(true)} type="button">
        {t('demo.remove')}
      </button>
      {isConfirming && (
        <Suspense fallback={null}>
          <DemoRemoval onClose={() => setConfirming(false)} />
        </Suspense>
      )}
    </Can>
  );
}
