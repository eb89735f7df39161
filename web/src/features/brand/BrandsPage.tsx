import { brand } from '@helioport/contract/brand';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useCall } from '../../api/query.ts';
import { FailedState } from '../../components/base/FailedState.tsx';
import { Page } from '../../components/base/Page.tsx';
import { Skeleton } from '../../components/base/Skeleton.tsx';
import { Tag } from '../../components/base/Tag.tsx';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { pageTitle } from '../../session/pageTitle.ts';
import { BrandLogo } from './BrandLogo.tsx';
import type { Brand } from './brandDraft.ts';
import './brand.css';

/** The fourteen brands, each in its own style. */
export default function BrandsPage(): ReactNode {
  const answer = useCall(brand.list, {}, { live: 'none' });
  return (
    <Page sub={t('brand.sub')} title={pageTitle('brands')}>
      {answer.data ? (
        <ul className="hp-brands">
          {answer.data.list.map((one) => (
            <li key={one.id}>
              <Card one={one} />
            </li>
          ))}
        </ul>
      ) : answer.error ? (
        <FailedState answer={answer} />
      ) : (
        <Skeleton lines={8} />
      )}
    </Page>
  );
}

function Card({ one }: { one: Brand }): ReactNode {
  return (
    <Link className="hp-brand-card" to={paths.brand(one.id)}>
      <span className="hp-brand-card-head" {...(one.siderTheme === 'dark' ? { 'data-ground': 'dark' } : {})}>
        <BrandLogo brand={one} size={32} />
        <b>{one.name}</b>
      </span>
      <span className="hp-brand-card-body">
        <span>{one.company}</span>
        <small>{one.hosts.length === 0 ? t('brand.noHost') : one.hosts.join(', ')}</small>
        <span className="hp-tag-row">
          <Tag>{t('brand.number', { id: one.id })}</Tag>
          {one.id === 0 && <Tag tone="act">{t('brand.default')}</Tag>}
          {!one.openRegistration && <Tag icon="lock">{t('brand.closed')}</Tag>}
          {one.maintenance && (
            <Tag icon="alert" tone="alert">
              {t('brand.inMaintenance')}
            </Tag>
          )}
        </span>
      </span>
    </Link>
  );
}
