// Small previews of a brand: login page and sider. Decorative; the fields contain the same information.
import type { ReactNode } from 'react';
import { Icon, isIconName } from '../../components/base/Icon.tsx';
import { t } from '../../i18n.ts';
import { titleOf } from '../../session/menus.ts';
import { useSession } from '../../session/session.ts';
import { BrandLogo } from './BrandLogo.tsx';
import type { Brand, BrandDraft } from './brandDraft.ts';

type Shown = Omit<Brand, 'hosts'> & BrandDraft;

export function BrandPreview({ brand }: { brand: Shown }): ReactNode {
  return (
    <aside aria-label={t('brand.preview')} className="hp-brand-preview">
      <h2>{t('brand.preview')}</h2>
      <figure>
        <figcaption>{t('brand.previewLogin')}</figcaption>
        <LoginPicture brand={brand} />
      </figure>
      <figure>
        <figcaption>{t('brand.previewSider')}</figcaption>
        <SiderPicture brand={brand} />
      </figure>
    </aside>
  );
}

function LoginPicture({ brand }: { brand: Shown }): ReactNode {
  return (
    <div className="hp-preview-login">
      <div className="hp-preview-brand">
        <BrandLogo brand={brand} size={18} />
        <b>{brand.name}</b>
      </div>
      {brand.maintenance && <p className="hp-preview-note">{t('public.maintenance')}</p>}
      <div className="hp-preview-card">
        <b>{t('login.title')}</b>
        <i>{t('login.email')}</i>
        <i>{t('login.password')}</i>
        <em>{t('login.signIn')}</em>
        {brand.openRegistration && <span>{t('login.register')}</span>}
      </div>
      <small>
        {t('public.poweredBy', { company: brand.company })} · {t('public.privacy')}
      </small>
    </div>
  );
}

function SiderPicture({ brand }: { brand: Shown }): ReactNode {
  const pages = useSession((session) => session.menus)
    .flatMap((menu) => (menu.path === '' ? menu.children : [menu]))
    .filter((menu) => menu.mode === 1 && menu.path !== '')
    .slice(0, 4);
  return (
    <div
      className="hp-preview-sider"
      // As in the sider: `light` follows the user's theme, `dark` is dark in every theme.
      {...(brand.siderTheme === 'dark' ? { 'data-ground': 'dark' } : {})}
    >
      <div className="hp-preview-brand">
        <BrandLogo brand={brand} size={20} />
        <b>{brand.name}</b>
      </div>
      {pages.map((menu, i) => (
        <span className={i === 0 ? 'hp-preview-now' : ''} key={menu.id}>
          <Icon name={isIconName(menu.icon) ? menu.icon : 'dot'} size={16} />
          {titleOf(menu)}
        </span>
      ))}
    </div>
  );
}
