// The frame of public pages: brand, language and theme, footer. Neither this module nor its imports may use the UI
// kit.
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { t } from '../i18n.ts';
import { paths } from '../paths.ts';
import { BrandMark } from './BrandMark.tsx';
import { LanguageChoice, ThemeChoice } from './Choices.tsx';
import { Footer, MaintenanceNote } from './Footer.tsx';
import './frame.css';

interface PublicFrameProps {
  children: ReactNode;
  /** True: the page itself shows the maintenance message. */
  hasNoNote?: boolean;
}

export function PublicFrame({ children, hasNoNote = false }: PublicFrameProps): ReactNode {
  return (
    <div className="hp-public">
      <a className="hp-skip" href="#content">
        {t('public.skip')}
      </a>
      <header className="hp-public-head">
        <Link className="hp-brand-link" to={paths.login()}>
          <BrandMark />
        </Link>
        <div className="hp-public-choices">
          <LanguageChoice />
          <ThemeChoice />
        </div>
      </header>
      {!hasNoNote && <MaintenanceNote />}
      <main className="hp-public-main" id="content" tabIndex={-1}>
        {children}
      </main>
      <Footer />
    </div>
  );
}
