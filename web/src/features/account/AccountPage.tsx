// The user's own account: avatar, contact data, formats, and active sessions.

import { account } from '@helioport/contract/account';
import { device } from '@helioport/contract/device';
import { type ComponentType, type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useCall } from '../../api/query.ts';
import { Button } from '../../components/base/Button.tsx';
import { Page } from '../../components/base/Page.tsx';
import { Panel } from '../../components/base/Panel.tsx';
import { Tabs } from '../../components/base/Tabs.tsx';
import { choice, urlFields } from '../../components/base/urlFields.ts';
import { useUrlState } from '../../components/base/useUrlState.ts';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useMayCall } from '../../session/Can.tsx';
import { pageTitle } from '../../session/pageTitle.ts';
import { AvatarPanel } from './AvatarPanel.tsx';
import { DownloadsTab } from './DownloadsTab.tsx';
import { NoticesTab } from './NoticesTab.tsx';
import { PasswordDialog } from './PasswordDialog.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import { SessionsTab } from './SessionsTab.tsx';
import { TokensTab } from './TokensTab.tsx';
import './account.css';

const tabs = ['profile', 'sessions', 'tokens', 'notices', 'downloads'] as const;
const schema = urlFields({ tab: choice(tabs, 'profile') });

export default function AccountPage(): ReactNode {
  const [{ tab }, setState] = useUrlState(schema);
  const [isChanging, setChanging] = useState(false);
  const mayDownload = useMayCall(device.downloadList);
  const shown = tab === 'downloads' && !mayDownload ? 'profile' : tab;
  const Content = contents[shown];
  return (
    <Page
      actions={
        <Button icon="lock" onClick={() => setChanging(true)}>
          {t('account.changePassword')}
        </Button>
      }
      title={pageTitle('accountSetup')}
    >
      <Tabs
        onChange={(key) => setState({ tab: key }, { isStep: true })}
        tabs={[
          { key: 'profile', title: t('account.tab.profile') },
          { key: 'sessions', title: t('account.tab.sessions') },
          { key: 'tokens', title: t('account.tab.tokens') },
          { key: 'notices', title: t('notice.tab') },
          ...(mayDownload ? [{ key: 'downloads' as const, title: t('site.history.file.list') }] : []),
        ]}
        value={shown}
      >
        <Content />
      </Tabs>
      {isChanging && <PasswordDialog onClose={() => setChanging(false)} />}
    </Page>
  );
}

const contents: Record<(typeof tabs)[number], ComponentType> = {
  profile: ProfileTab,
  sessions: SessionsTab,
  tokens: TokensTab,
  notices: NoticesTab,
  downloads: DownloadsTab,
};

function ProfileTab(): ReactNode {
  const answer = useCall(account.profile, {}, { live: 'none' });
  const profile = answer.data;
  return (
    <div className="hp-account">
      <Panel answer={answer} height={120} title={t('account.person')}>
        {profile && <AvatarPanel profile={profile} />}
      </Panel>
      <Panel answer={answer} height={420} title={t('account.profile')}>
        {profile && <ProfileForm profile={profile} />}
      </Panel>
      <p className="hp-account-end">
        <Link to={paths.unsubscribe()}>{t('account.unsubscribe')}</Link>
      </p>
    </div>
  );
}
