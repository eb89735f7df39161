import { cases } from '@helioport/contract/case';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../paths.ts';
import { Can } from '../../../session/Can.tsx';
import { caseNumber } from './caseText.ts';

/** The number of a case, linked for users who may open cases. */
export function CaseLink({ id }: { id: number }): ReactNode {
  const number = caseNumber(id);
  return (
    <Can call={cases.detail} otherwise={number}>
      <Link to={paths.case(id)}>{number}</Link>
    </Can>
  );
}
