import { alarm } from '@helioport/contract/alarm';
import { auth } from '@helioport/contract/auth';
import { site } from '@helioport/contract/site';
import { user } from '@helioport/contract/user';
import { languageByCode } from '@helioport/domain/languages';
import { type ReactNode, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useCall, useWrite } from '../../api/query.ts';
import { Button } from '../../components/base/Button.tsx';
import { Confirm } from '../../components/base/Confirm.tsx';
import { CopyText } from '../../components/base/CopyText.tsx';
import { Facts } from '../../components/base/Facts.tsx';
import type { Action } from '../../components/base/MoreActions.tsx';
import { Page } from '../../components/base/Page.tsx';
import { Panel } from '../../components/base/Panel.tsx';
import { RelativeTime } from '../../components/base/RelativeTime.tsx';
import { Tag } from '../../components/base/Tag.tsx';
import { toast } from '../../components/base/Toaster.tsx';
import { formatInstant, formatNumber } from '../../components/base/time.ts';
import { text, urlFields } from '../../components/base/urlFields.ts';
import { useIsPhone } from '../../components/base/useNarrow.ts';
import { useUrlState } from '../../components/base/useUrlState.ts';
import { CompanyLink } from '../../components/pv/peopleLinks.tsx';
import { RowActions } from '../../components/table/RowActions.tsx';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { Can, useMayCall } from '../../session/Can.tsx';
import { pageTitle } from '../../session/pageTitle.ts';
import { AlarmsPanel, ChangesPanel, LoginsPanel, MailsPanel, PlantsPanel } from './AboutPanels.tsx';
import { DeleteUserDialog } from './DeleteUserDialog.tsx';
import { type Invited, InvitedDialog } from './InvitedDialog.tsx';
import { UserDrawer } from './UserDrawer.tsx';
import { StandingTag } from './UserTags.tsx';
import type { UserDetail } from './userDraft.ts';
import { ViewAsPersonDialog } from './ViewAsPersonDialog.tsx';
import './user.css';

const schema = urlFields({ uid: text(60) });

/** One user: contact data, company, and plants. */
export default function UserDetailPage(): ReactNode {
  const [{ uid }] = useUrlState(schema);
  const answer = useCall(user.detail, { uid }, { live: 'none' });
  const person = answer.data;
  return (
    <Page
      actions={person && <Actions person={person} />}
      crumbs={[{ title: pageTitle('users'), to: paths.users() }]}
      sub={
        <>
          {person && <StandingTag {...person} />}
          {person?.isMe && <Tag tone="act">{t('user.detail.you')}</Tag>}
        </>
      }
      title={person ? person.contactPerson || person.email : t('user.detail.title')}
    >
      <Panel answer={answer} height={160} title={t('user.detail.person')}>
        {person && <PersonFacts person={person} />}
      </Panel>
      {person && (
        <>
          <Can call={site.listWithSN}>
            <div className="hp-two">
              <PlantsPanel filters={{ owner_uid: uid }} title={t('user.detail.ownedPlants')} />
              <PlantsPanel filters={{ shared_uid: uid }} title={t('user.detail.sharedPlants')} />
            </div>
          </Can>
          <Can call={alarm.list}>
            <AlarmsPanel filters={{ owner_uid: uid }} />
          </Can>
          <Can call={user.mails}>
            <MailsPanel uid={uid} />
          </Can>
          <div className="hp-two">
            <CompaniesPanel person={person} />
            <Can call={user.logins}>
              <LoginsPanel uid={uid} />
            </Can>
          </div>
          <Can call={user.audit}>
            <ChangesPanel filters={{ about_uid: uid }} />
          </Can>
        </>
      )}
    </Page>
  );
}

function PersonFacts({ person }: { person: UserDetail }): ReactNode {
  const allow = useWrite(user.allowLogins);
  const street = [person.street, [person.zip, person.city].filter((part) => part !== '').join(' ')];
  return (
    <Facts
      facts={[
        {
          title: t('user.field.email'),
          value: <CopyText label={t('user.field.email')} text={person.email} />,
        },
        { title: t('user.field.contactPerson'), value: person.contactPerson },
        { title: t('user.field.contactNumber'), value: person.contactNumber },
        { title: t('user.field.role'), value: person.groupName },
        { title: t('user.field.address'), value: street.filter((part) => part !== '').join(', ') },
        {
          title: t('user.field.country'),
          value: [person.stateName, person.countryName].filter((part) => part !== '').join(', '),
        },
        { title: t('user.field.language'), value: languageByCode(person.language)?.title ?? '' },
        { title: t('user.field.isBusiness'), value: person.isBusiness ? t('user.yes') : t('user.no') },
        { title: t('user.field.createdAt'), value: <RelativeTime at={person.createdAt} /> },
        { title: t('user.field.lastSignInAt'), value: <RelativeTime at={person.lastSignInAt} /> },
        { title: t('user.field.sessions'), value: formatNumber(person.sessions, 0) },
        {
          title: t('user.field.refusedLogins'),
          value:
            person.refusedLogins === null ? (
              ''
            ) : (
              <RefusedLogins allow={allow} refused={person.refusedLogins} uid={person.uid} />
            ),
        },
        {
          title: t('user.field.registeredBy'),
          value: person.parentUid ? (
            <Link to={paths.user(person.parentUid)}>{person.parentEmail}</Link>
          ) : (
            person.parentEmail || t('user.detail.himself')
          ),
        },
      ]}
    />
  );
}

interface RefusedLoginsProps {
  refused: NonNullable<UserDetail['refusedLogins']>;
  uid: string;
  /** Belongs to the panel, because this is removed before the message of success. */
  allow: ReturnType<typeof useWrite<typeof user.allowLogins>>;
}

/** From how many networks logins are refused, with a button that ends it. */
function RefusedLogins({ refused: { networks, until }, uid, allow }: RefusedLoginsProps): ReactNode {
  const mayAllow = useMayCall(user.allowLogins);
  return (
    <>
      {t('user.detail.refusedLogins', { count: networks, time: formatInstant(until) })}{' '}
      {mayAllow && (
        <Confirm
          description={t('user.allowLogins.hint')}
          onConfirm={() =>
            allow.mutate({ uid }, { onSuccess: () => toast(t('user.allowLogins.done'), 'success') })
          }
          submit={t('user.allowLogins.open')}
          title={t('user.allowLogins.question')}
        >
          <Button isBusy={allow.isPending} isSmall>
            {t('user.allowLogins.open')}
          </Button>
        </Confirm>
      )}
    </>
  );
}

function CompaniesPanel({ person }: { person: UserDetail }): ReactNode {
  const manages = new Set(person.manages.map(({ companyId }) => companyId));
  const others = person.manages.filter(
    ({ companyId }) => !person.companies.some((company) => company.companyId === companyId),
  );
  const companies = [...person.companies, ...others.map((company) => ({ ...company, isHome: false }))];
  return (
    <Panel
      empty={
        companies.length === 0 && {
          title: t('user.noCompany'),
          ...(person.scope === 'own' ? { hint: t('user.detail.noCompanyHint') } : {}),
          icon: 'house',
        }
      }
      title={t('user.detail.companies')}
    >
      <ul className="hp-plain-list">
        {companies.map(({ companyId, companyName, isHome }) => (
          <li key={companyId}>
            <CompanyLink companyId={companyId} name={companyName} />
            {isHome && <Tag tone="act">{t('user.detail.home')}</Tag>}
            {manages.has(companyId) && <Tag icon="shield">{t('user.detail.manages')}</Tag>}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Actions({ person }: { person: UserDetail }): ReactNode {
  const [open, setOpen] = useState<'view' | 'edit' | 'delete' | null>(null);
  // The link of a new user's invitation is shown once.
  const made = useLocation().state as { invited?: Invited } | null;
  const [invited, setInvited] = useState(made?.invited);
  const navigate = useNavigate();
  const update = useWrite(user.update);
  const invite = useWrite(user.invite);
  const isBlocked = person.status === 'blocked';
  const block = () =>
    update.mutate(
      { uid: person.uid, isBlocked: !isBlocked },
      { onSuccess: () => toast(isBlocked ? t('user.unblock.done') : t('user.block.done'), 'success') },
    );
  const mayUpdate = useMayCall(user.update) && person.mayEdit;
  const mayInvite = useMayCall(user.invite) && person.mayInvite;
  const mayViewAs = useMayCall(auth.roleViewAs) && person.mayEdit && !person.isMe;
  const mayDelete = useMayCall(user.del) && person.mayEdit && !person.isMe;
  const isPhone = useIsPhone();
  const actions: (Action | false)[] = [
    mayViewAs && { label: t('user.viewAs.open'), onClick: () => setOpen('view') },
    mayInvite && {
      label: t('user.invite.open'),
      isDisabled: invite.isPending,
      onClick: () => invite.mutate({ uid: person.uid }, { onSuccess: (sent) => setInvited(sent) }),
    },
    mayUpdate &&
      person.mayBlock &&
      !person.isMe && {
        label: isBlocked ? t('user.unblock.open') : t('user.block.open'),
        isDisabled: update.isPending,
        onClick: block,
      },
    mayDelete && { label: t('form.delete'), isDanger: true, onClick: () => setOpen('delete') },
  ];
  return (
    <>
      {mayUpdate && (
        <Button onClick={() => setOpen('edit')} variant="primary">
          {t('form.edit')}
        </Button>
      )}
      {isPhone ? (
        <RowActions actions={actions} name={person.email} />
      ) : (
        actions
          .filter((one) => one !== false)
          .map(({ label, isDisabled, isDanger, onClick }) => (
            <Button isDanger={isDanger} disabled={isDisabled} key={label} onClick={onClick}>
              {label}
            </Button>
          ))
      )}
      {invited && (
        <InvitedDialog email={person.email} invited={invited} onClose={() => setInvited(undefined)} />
      )}
      {open === 'view' && <ViewAsPersonDialog onClose={() => setOpen(null)} person={person} />}
      {open === 'edit' && <UserDrawer onClose={() => setOpen(null)} person={person} />}
      {open === 'delete' && (
        <DeleteUserDialog
          onClose={() => setOpen(null)}
          onDeleted={() => void navigate(paths.users(), { replace: true })}
          person={person}
        />
      )}
    </>
  );
}
