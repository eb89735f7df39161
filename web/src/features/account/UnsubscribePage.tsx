// Account closure. Lists the consequences first, then asks for the password and the email address.
import { account } from '@helioport/contract/account';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useCall } from '../../api/query.ts';
import { EmptyState } from '../../components/base/EmptyState.tsx';
import { Icon } from '../../components/base/Icon.tsx';
import { Page } from '../../components/base/Page.tsx';
import { Panel } from '../../components/base/Panel.tsx';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { CloseAccountForm } from './CloseAccountForm.tsx';
import './account.css';

const LISTED = 50;

export default function UnsubscribePage(): ReactNode {
  const answer = useCall(account.logOffPreview, { page: { size: LISTED, num: 0 } }, { live: 'none' });
  const closure = answer.data;
  return (
    <Page sub={t('unsubscribe.sub')} title={t('account.unsubscribe')}>
      <div className="hp-account hp-account-narrow">
        <Panel answer={answer} height={200} title={t('unsubscribe.meaning')}>
          {closure && (
            <ul className="hp-farewell">
              <li>{t('unsubscribe.person')}</li>
              {closure.plants.total > 0 && (
                <li>
                  {t('unsubscribe.plants', { count: closure.plants.total })}
                  <ul>
                    {closure.plants.list.map((plant) => (
                      <li key={plant.sid}>
                        <Link to={paths.site(plant.sid)}>{plant.siteName}</Link>
                        <small>
                          {plant.companyName === ''
                            ? t('unsubscribe.plantAlone')
                            : t('unsubscribe.plantKept', { company: plant.companyName })}
                        </small>
                      </li>
                    ))}
                    {closure.plants.total > closure.plants.list.length && (
                      <li>
                        {t('user.delete.more', {
                          count: closure.plants.total - closure.plants.list.length,
                        })}
                      </li>
                    )}
                  </ul>
                </li>
              )}
              {closure.sharedByMe > 0 && (
                <li>{t('unsubscribe.sharedByMe', { count: closure.sharedByMe })}</li>
              )}
              {closure.sharedWithMe > 0 && (
                <li>{t('unsubscribe.sharedWithMe', { count: closure.sharedWithMe })}</li>
              )}
              {closure.managedCompanies.length > 0 && (
                <li>
                  {t('unsubscribe.companies', {
                    names: closure.managedCompanies.map(({ companyName }) => companyName).join(', '),
                  })}
                </li>
              )}
              <li>{t('unsubscribe.others')}</li>
              <li className="hp-farewell-final">
                <Icon name="alert" size={18} />
                {t('unsubscribe.irreversible')}
              </li>
            </ul>
          )}
        </Panel>
        {closure?.mayLeave === false && (
          <Panel>
            <EmptyState hint={t('unsubscribe.lastHint')} icon="shield" title={t('unsubscribe.last')} />
          </Panel>
        )}
        {closure?.mayLeave && (
          <Panel title={t('unsubscribe.confirm')}>
            <CloseAccountForm
              hasCompanies={closure.managedCompanies.length > 0}
              hasPlants={closure.plants.total > 0}
            />
          </Panel>
        )}
      </div>
    </Page>
  );
}
