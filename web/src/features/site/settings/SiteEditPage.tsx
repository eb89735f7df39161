// A new plant or the settings of an existing one, depending on the URL.
import { site } from '@helioport/contract/site';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ACCESS_CHECK_MS } from '../../../api/endedAccess.ts';
import { useCall } from '../../../api/query.ts';
import { EmptyState } from '../../../components/base/EmptyState.tsx';
import { FailedState } from '../../../components/base/FailedState.tsx';
import { Page } from '../../../components/base/Page.tsx';
import { Skeleton } from '../../../components/base/Skeleton.tsx';
import { text, urlFields } from '../../../components/base/urlFields.ts';
import { useUrlState } from '../../../components/base/useUrlState.ts';
import { t } from '../../../i18n.ts';
import { paths } from '../../../paths.ts';
import { useMayCall } from '../../../session/Can.tsx';
import { pageTitle } from '../../../session/pageTitle.ts';
import { SiteSettings } from './SiteSettings.tsx';
import { SiteWizard } from './SiteWizard.tsx';

const schema = urlFields({ id: text(60) });

export default function SiteEditPage(): ReactNode {
  const [{ id }] = useUrlState(schema);
  const mayCreate = useMayCall(site.createFast);
  if (id !== '') return <Existing id={id} key={id} />;
  if (mayCreate) return <SiteWizard />;
  return (
    <Page title={t('site.wizard.title')}>
      <EmptyState
        action={<Link to={paths.sites()}>{t('public.backToSites')}</Link>}
        hint={t('site.wizard.forbiddenHint')}
        icon="lock"
        title={t('site.wizard.forbidden')}
      />
    </Page>
  );
}

function Existing({ id }: { id: string }): ReactNode {
  const answer = useCall(site.detail, { sid: id }, { live: 'none', refreshMs: ACCESS_CHECK_MS });
  if (answer.data) {
    // Changes saved by others appear when the form is opened again, not while it is edited.
    return <SiteSettings detail={answer.data} key={answer.data.sid} />;
  }
  const crumbs = [{ title: pageTitle('pvPlant'), to: paths.sites() }];
  return (
    <Page crumbs={crumbs} title={t('site.edit.settings')}>
      {answer.error === null ? <Skeleton height={320} lines={8} /> : <FailedState answer={answer} />}
    </Page>
  );
}
