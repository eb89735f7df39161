import { lazy, type ReactNode, Suspense } from 'react';
import { Link } from 'react-router';
import { type LiveState, useLiveStatus } from '../../api/live.ts';
import { Icon } from '../../components/base/Icon.tsx';
import { formatAge, useNow } from '../../components/base/time.ts';
import { useHasNoSider } from '../../components/base/useNarrow.ts';
import { untilFetched } from '../../connection.ts';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { BrandMark } from '../../session/BrandMark.tsx';
import { LanguageChoice, ThemeChoice } from '../../session/Choices.tsx';
import { useHasFormats } from '../../session/formats.ts';
import { useSession } from '../../session/session.ts';
import { openDialog } from './dialogs.ts';
import { searchKeys } from './searchKeys.ts';
import { UserPopup } from './UserPopup.tsx';
import { useIsIdle } from './useIsIdle.ts';

/** The page loads first. */
const NOTE_AFTER_MS = 1_000;

const HealthNote = lazy(() =>
  untilFetched(async () => ({ default: (await import('./HealthNote.tsx')).HealthNote })),
);

/** The header. `onMenu` is set if neither sider nor bottom bar opens the menu. */
export function Header({ onMenu }: { onMenu?: () => void }): ReactNode {
  const hasNoSider = useHasNoSider();
  const runsHouse = useSession(({ pages }) => pages.includes('health'));
  const isCalm = useIsIdle(useHasFormats(), NOTE_AFTER_MS);
  return (
    <header className="hp-header">
      {onMenu && (
        <button
          aria-label={t('shell.openMenu')}
          className="hp-popup-button"
          onClick={onMenu}
          title={t('shell.openMenu')}
          type="button"
        >
          <Icon name="menu" />
        </button>
      )}
      {hasNoSider && (
        <Link className="hp-brand-link" to={paths.sites()}>
          <BrandMark size={24} />
        </Link>
      )}
      {runsHouse && isCalm && (
        <Suspense fallback={null}>
          <HealthNote />
        </Suspense>
      )}
      <div className="hp-header-end">
        <SearchButton />
        <LiveSign />
        <LanguageChoice />
        <ThemeChoice />
        <UserPopup />
      </div>
    </header>
  );
}

/** The search by mouse, as an alternative to its keyboard shortcut. */
function SearchButton(): ReactNode {
  return (
    <button
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      aria-label={`${t('palette.title')} ${searchKeys.join(' ')}`}
      className="hp-header-search"
      // Prefetched, so that input typed right after opening is not lost.
      onFocus={() => void import('./Palette.tsx')}
      onClick={() => openDialog('palette')}
      onPointerEnter={() => void import('./Palette.tsx')}
      title={t('palette.title')}
      type="button"
    >
      <Icon name="search" size={18} />
      <span aria-hidden="true">
        {t('palette.title')} <kbd className="hp-key">{searchKeys.join(' ')}</kbd>
      </span>
    </button>
  );
}

function LiveSign(): ReactNode {
  const { state, lastReportAt } = useLiveStatus();
  const now = useNow();
  const words = liveWords(state, lastReportAt === null ? '' : formatAge(lastReportAt, now));
  return (
    <span className={`hp-live hp-live-${state}`} role="img" aria-label={words} title={words}>
      <i />
    </span>
  );
}

function liveWords(state: LiveState, age: string): string {
  if (state === 'waiting') return t('live.waiting');
  if (state !== 'live') return t('live.connecting');
  return age === '' ? t('live.on') : t('live.onSince', { age });
}
