import { alarm } from '@helioport/contract/alarm';
import type { OutputOf } from '@helioport/contract/endpoint';
import { site } from '@helioport/contract/site';
import { user } from '@helioport/contract/user';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useCall } from '../../api/query.ts';
import { Button } from '../../components/base/Button.tsx';
import { CopyText } from '../../components/base/CopyText.tsx';
import { Facts } from '../../components/base/Facts.tsx';
import { Page } from '../../components/base/Page.tsx';
import { Panel } from '../../components/base/Panel.tsx';
import { formatNumber } from '../../components/base/time.ts';
import { urlFields, whole } from '../../components/base/urlFields.ts';
import { useUrlState } from '../../components/base/useUrlState.ts';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { Can, useMayCall } from '../../session/Can.tsx';
import { pageTitle } from '../../session/pageTitle.ts';
import { AlarmsPanel, ChangesPanel, PlantsPanel } from './AboutPanels.tsx';
import { Count, ManagerLink } from './CompanyCells.tsx';
import { CompanyDrawer } from './CompanyDrawer.tsx';
import { kindWords } from './company.ts';
import { StandingTag } from './UserTags.tsx';
import './user.css';

type Company = OutputOf<typeof user.companyDetail>;

const schema = urlFields({ id: whole(1, Number.MAX_SAFE_INTEGER, 0) });

/** One company: contact data, position in the hierarchy, users, plants, alarms and changes. */
export default function CompanyDetailPage(): ReactNode {
  const [{ id }] = useUrlState(schema);
  const answer = useCall(user.companyDetail, { companyId: id }, { live: 'none', isEnabled: id > 0 });
  const [isOpen, setOpen] = useState(false);
  const mayEdit = useMayCall(user.companyUpdate);
  const company = answer.data;
  return (
    <Page
      actions={
        company?.mayEdit &&
        mayEdit && (
          <Button onClick={() => setOpen(true)} variant="primary">
            {t('form.edit')}
          </Button>
        )
      }
      crumbs={[{ title: pageTitle('companies'), to: paths.companies() }]}
      sub={company && kindWords(company.kind)}
      title={company ? company.companyName : t('user.field.company')}
    >
      <Panel answer={answer} height={160} title={t('company.detail.contact')}>
        {company && <CompanyFacts company={company} />}
      </Panel>
      {company && (
        <>
          <div className="hp-two">
            <Can call={user.list}>
              <PeoplePanel companyId={company.companyId} />
            </Can>
            <Can call={site.listWithSN}>
              <PlantsPanel
                filters={{ company_id: String(company.companyId), with_below: true }}
                title={t('user.field.plants')}
              />
            </Can>
          </div>
          <Can call={alarm.list}>
            <AlarmsPanel filters={{ company_id: String(company.companyId), with_below: true }} />
          </Can>
          <Can call={user.audit}>
            <ChangesPanel filters={{ company_id: String(company.companyId) }} />
          </Can>
        </>
      )}
      {isOpen && company && <CompanyDrawer company={company} onClose={() => setOpen(false)} />}
    </Page>
  );
}

function CompanyFacts({ company }: { company: Company }): ReactNode {
  const address = [company.street, `${company.zip} ${company.city}`.trim()].filter((part) => part !== '');
  const { contactEmail, contactNumber, website } = company;
  return (
    <Facts
      facts={[
        { title: t('user.field.contactPerson'), value: company.contactPerson },
        {
          title: t('user.field.email'),
          value: contactEmail && <CopyText label={t('user.field.email')} text={contactEmail} />,
        },
        {
          title: t('user.field.contactNumber'),
          value: contactNumber && <a href={`tel:${contactNumber.replace(/[^+\d]/g, '')}`}>{contactNumber}</a>,
        },
        { title: t('user.field.address'), value: address.join(', ') },
        {
          title: t('company.field.website'),
          value: website && (
            <a href={website} rel="noreferrer" target="_blank">
              {website}
            </a>
          ),
        },
        {
          title: t('company.field.above'),
          value:
            company.parentId === 0 ? (
              ''
            ) : (
              <Link to={paths.company(company.parentId)}>{company.parentName}</Link>
            ),
        },
        { title: t('company.field.manager'), value: <ManagerLink company={company} /> },
        {
          title: t('company.field.companies'),
          value: <Link to={paths.companies()}>{formatNumber(company.companiesBelow, 0)}</Link>,
        },
        { title: t('company.field.users'), value: <Count all={company.usersBelow} own={company.users} /> },
        { title: t('company.field.sites'), value: <Count all={company.sitesBelow} own={company.sites} /> },
      ]}
    />
  );
}

function PeoplePanel({ companyId }: { companyId: number }): ReactNode {
  const answer = useCall(
    user.list,
    { filters: { company_id: String(companyId) }, page: { size: 10, num: 0 } },
    { live: 'none' },
  );
  const title = t('company.field.users');
  return (
    <Panel
      answer={answer}
      empty={answer.data?.total === 0 && { title: t('company.detail.noPeople'), icon: 'users' }}
      height={120}
      title={title}
    >
      <div className="hp-rows">
        <table aria-label={title}>
          <thead>
            <tr>
              <th scope="col">{t('user.field.contactPerson')}</th>
              <th scope="col">{t('user.field.role')}</th>
              <th scope="col">{t('user.field.status')}</th>
            </tr>
          </thead>
          <tbody>
            {answer.data?.list.map((person) => (
              <tr key={person.uid}>
                <td>
                  <Link to={paths.user(person.uid)}>{person.contactPerson || person.email}</Link>
                </td>
                <td>{person.groupName}</td>
                <td>
                  <StandingTag {...person} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {(answer.data?.total ?? 0) > 10 && (
        <p>
          <Link to={paths.users(companyId)}>{t('company.detail.allPeople')}</Link>
        </p>
      )}
    </Panel>
  );
}
