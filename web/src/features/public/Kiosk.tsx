import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '../../components/base/Button.tsx';
import { t } from '../../i18n.ts';
import { blocksOf } from './blocks.tsx';
import type { PublicView } from './PublicPlantPage.tsx';

/** How long a block stays. */
const BLOCK_MS = 12_000;

interface KioskProps {
  view: PublicView;
  title: string;
  onEnd: () => void;
}

/** One block after the other over the whole screen, dark while it is night at the plant. */
export function Kiosk({ view, title, onEnd }: KioskProps): ReactNode {
  const [place, setPlace] = useState(0);
  const [isPaused, setPaused] = useState(false);
  const blocks = blocksOf(view);
  const count = blocks.length;
  const block = blocks[place % Math.max(1, count)];
  useEffect(() => {
    if (isPaused || count < 2) return;
    const timer = setInterval(() => setPlace((now) => now + 1), BLOCK_MS);
    return () => clearInterval(timer);
  }, [isPaused, count]);
  useEffect(() => {
    // Leaving full screen by the browser's own key ends it too.
    const look = () => {
      if (document.fullscreenElement === null) onEnd();
    };
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onEnd();
    };
    document.addEventListener('fullscreenchange', look);
    document.addEventListener('keydown', leave);
    return () => {
      document.removeEventListener('fullscreenchange', look);
      document.removeEventListener('keydown', leave);
    };
  }, [onEnd]);
  const end = () => {
    if (document.fullscreenElement) void document.exitFullscreen();
    onEnd();
  };
  return (
    <main className="hp-kiosk" {...(view.isAsleep ? { 'data-ground': 'dark' } : {})}>
      <h1>{title}</h1>
      <section className={`hp-public-block hp-public-${block?.key}`}>{block?.content}</section>
      <footer>
        {count > 1 && (
          <Button onClick={() => setPaused(!isPaused)}>
            {isPaused ? t('kiosk.resume') : t('kiosk.pause')}
          </Button>
        )}
        <Button onClick={end}>{t('kiosk.end')}</Button>
      </footer>
    </main>
  );
}
