import { site } from '@helioport/contract/site';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useCall } from '../../../api/query.ts';
import { PlantPeople } from '../../../components/pv/PlantPeople.tsx';
import { t } from '../../../i18n.ts';
import { paths } from '../../../paths.ts';

/** Whom to contact about a finding: owner and installer of its plant, as on the page of the plant. */
export function FindingContacts({ sid }: { sid: string }): ReactNode {
  const { data } = useCall(site.detail, { sid }, { live: 'none', refreshMs: 60_000 });
  if (data === undefined) return null;
  return (
    <dl className="hp-finding-advice">
      <div>
        <dt>{t('finding.contacts')}</dt>
        <dd className="hp-plant-facts">
          <PlantPeople detail={data} />
          {data.installer === null && data.companyContact === null && (
            <span>
              {t('finding.noContact')}{' '}
              {data.mayDecide && (
                <Link to={paths.siteEdit(sid)}>{t('site.edit.title', { name: data.siteName })}</Link>
              )}
            </span>
          )}
        </dd>
      </div>
    </dl>
  );
}
