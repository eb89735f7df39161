import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useSession } from '../../session/session.ts';
import type { Plant } from './plant.ts';

/**
 * Owner and installer of a plant with phone numbers. Owners are shown to readers who may open users; the installer, or
 * without one the contact of the company, to everyone who sees the plant; a customer who has yet to confirm to those who
 * may offer the plant.
 */
export function PlantPeople({ detail }: Pick<Plant, 'detail'>): ReactNode {
  const mayOpen = useSession((session) => session.pages.includes('users'));
  return (
    <>
      {mayOpen && <One mayOpen person={detail.owner} title={t('site.field.owner')} />}
      {detail.pendingOwner && <span>{t('site.field.ownerPending', detail.pendingOwner)}</span>}
      <One mayOpen={mayOpen} person={detail.installer} title={t('site.field.installer')} />
      <One mayOpen={mayOpen} person={detail.companyContact} title={detail.companyName} />
    </>
  );
}

interface OneProps {
  mayOpen: boolean;
  person: Plant['detail']['owner'];
  title: string;
}

/** A person as a link to their page or, where that is not accessible, to write to them. */
function One({ mayOpen, person, title }: OneProps): ReactNode {
  if (person === null) return null;
  const name = person.name || person.email;
  return (
    <span>
      {title}{' '}
      {mayOpen && person.uid !== null ? (
        <Link to={paths.user(person.uid)}>{name}</Link>
      ) : person.email === '' ? (
        name
      ) : (
        <a href={`mailto:${person.email}`}>{name}</a>
      )}
      {person.phone !== '' && (
        <>
          {' '}
          <a href={`tel:${person.phone.replace(/[^+\d]/g, '')}`}>{person.phone}</a>
        </>
      )}
    </span>
  );
}
