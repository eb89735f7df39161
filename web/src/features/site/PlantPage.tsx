import { site } from '@helioport/contract/site';
import { isUnknownCode } from '@helioport/contract/unknownCode';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ACCESS_CHECK_MS } from '../../api/endedAccess.ts';
import { useCall } from '../../api/query.ts';
import { EmptyState } from '../../components/base/EmptyState.tsx';
import { FailedState } from '../../components/base/FailedState.tsx';
import { Page } from '../../components/base/Page.tsx';
import { text, urlFields } from '../../components/base/urlFields.ts';
import { useUrlState } from '../../components/base/useUrlState.ts';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { pageTitle } from '../../session/pageTitle.ts';

interface PlantPageProps {
  title: string;
  /** A related page of the plant. */
  related: { title: string; pathOf: (sid: string) => string };
  children: (plant: { sid: string; timeZone?: string }) => ReactNode;
}

/** A page of the plant that the address names by `id`, outside its tabs, with links back to the plant. */
export function PlantPage({ title, related, children }: PlantPageProps): ReactNode {
  const [{ id: sid }] = useUrlState(schema);
  const detail = useCall(
    site.detail,
    { sid },
    { live: 'none', isEnabled: sid !== '', refreshMs: ACCESS_CHECK_MS },
  );
  const { data } = detail;
  if (sid === '')
    return (
      <Page title={title}>
        <EmptyState icon="plant" title={t('site.detail.noId')} />
      </Page>
    );
  if (isUnknownCode(detail.error?.code))
    return (
      <Page crumbs={[{ title: pageTitle('pvPlant'), to: paths.sites() }]} title={title}>
        <FailedState answer={detail} />
      </Page>
    );
  return (
    <Page
      crumbs={[
        { title: pageTitle('pvPlant'), to: paths.sites() },
        ...(data ? [{ title: data.siteName, to: paths.site(sid) }] : []),
      ]}
      key={sid}
      sub={
        <>
          <Link to={paths.site(sid)}>{t('site.edit.toPlant')}</Link>
          {' · '}
          <Link to={related.pathOf(sid)}>{related.title}</Link>
        </>
      }
      title={data ? `${title} · ${data.siteName}` : title}
    >
      {children({ sid, ...(data ? { timeZone: data.timezone } : {}) })}
    </Page>
  );
}

const schema = urlFields({ id: text(60) });
