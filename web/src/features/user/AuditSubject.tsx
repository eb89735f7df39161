import type { OutputOf } from '@helioport/contract/endpoint';
import type { user } from '@helioport/contract/user';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { PersonLink } from '../../components/pv/peopleLinks.tsx';
import { paths } from '../../paths.ts';

type Row = OutputOf<typeof user.audit>['list'][number];

/** A device by name, with its serial number. */
function AuditDevice({ device: { sn, name, isOpen } }: { device: NonNullable<Row['device']> }): ReactNode {
  return (
    <>
      {isOpen ? (
        <Link className="hp-link-in-text" to={paths.device(sn)}>
          {name || sn}
        </Link>
      ) : (
        name || sn
      )}
      {name !== '' && <span className="hp-muted"> {sn}</span>}
    </>
  );
}

/** The subject of an audit log entry: device, plant and user, with links if the reader may open them. */
export function AuditSubject({ row }: { row: Row }): ReactNode {
  const plant = row.sid !== '' && <Link to={paths.site(row.sid)}>{row.siteName || row.sid}</Link>;
  if (row.device !== null) {
    return (
      <div className="hp-audit-subject">
        <AuditDevice device={row.device} />
        {row.newDevice !== null && (
          <>
            {' → '}
            <AuditDevice device={row.newDevice} />
          </>
        )}
        {plant && <div className="hp-audit-plant">{plant}</div>}
      </div>
    );
  }
  if (plant) return plant;
  return <PersonLink name={row.subject} uid={row.subjectUid} />;
}
