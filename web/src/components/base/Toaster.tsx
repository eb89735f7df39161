// Toasts in a corner. Custom, because the public pages have no UI kit and messages should look the same everywhere.
import { type ReactNode, useEffect } from 'react';
import { create } from 'zustand';
import { t } from '../../i18n.ts';
import { Icon } from './Icon.tsx';
import './toaster.css';

export type Tone = 'error' | 'success' | 'note';

interface Notice {
  id: number;
  tone: Tone;
  message: string;
}

const SHOWN_MS = { error: 8000, success: 3500, note: 5000 } as const;
const MOST = 4;

let lastId = 0;
const useNotices = create<{ notices: Notice[] }>()(() => ({ notices: [] }));

/** Shows a toast. A duplicate of a visible one only extends its time. */
export function toast(message: string, tone: Tone = 'note'): void {
  if (message === '') return;
  lastId += 1;
  const notice = { id: lastId, tone, message };
  useNotices.setState(({ notices }) => ({
    notices: [...notices.filter((shown) => shown.message !== message), notice].slice(-MOST),
  }));
}

const dismiss = (id: number) =>
  useNotices.setState(({ notices }) => ({ notices: notices.filter((notice) => notice.id !== id) }));

function NoticeView({ notice }: { notice: Notice }): ReactNode {
  useEffect(() => {
    const timer = setTimeout(() => dismiss(notice.id), SHOWN_MS[notice.tone]);
    return () => clearTimeout(timer);
  }, [notice]);
  return (
    <li className={`hp-notice hp-notice-${notice.tone}`}>
      <Icon
        name={notice.tone === 'success' ? 'check' : notice.tone === 'error' ? 'alert' : 'info'}
        size={18}
      />
      <span>{notice.message}</span>
      <button
        aria-label={t('public.ok')}
        className="hp-icon-button"
        onClick={() => dismiss(notice.id)}
        type="button"
      >
        <Icon name="close" size={14} />
      </button>
    </li>
  );
}

/** The container of toasts, announced by screen readers. Mounted once. */
export function Toaster(): ReactNode {
  const notices = useNotices((state) => state.notices);
  return (
    <section aria-label={t('public.notices')} aria-live="polite" className="hp-notices">
      <ul>
        {notices.map((notice) => (
          <NoticeView key={notice.id} notice={notice} />
        ))}
      </ul>
    </section>
  );
}
