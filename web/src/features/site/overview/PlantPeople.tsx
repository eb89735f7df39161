import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Plant } from '../../../components/pv/plant.ts';
import { t } from '../../../i18n.ts';
import { paths } from '../../../paths.ts';
import { useSession } from '../../../session/session.ts';

/** Owner and installer of a plant with phone numbers, for readers who may open users. */
export function PlantPeople({ detail }: Pick<Plant, 'detail'>): ReactNode {
  const maySee = useSession((session) => session.pages.includes('users'));
  if (!maySee) return null;
  return (
    <>
      <One person={detail.owner} title={t('site.field.owner')} />
      <One person={detail.installer} title={t('site.field.installer')} />
    </>
  );
}

function One({ person, title }: { person: Plant['detail']['owner']; title: string }): ReactNode {
  if (person === null) return null;
  return (
    <span>
      {title} <Link to={paths.user(person.uid)}>{person.name || person.email}</Link>
      {person.phone !== '' && (
        <>
          {' '}
          <a href={`tel:${person.phone.replace(/[^+\d]/g, '')}`}>{person.phone}</a>
        </>
      )}
    </span>
  );
}
