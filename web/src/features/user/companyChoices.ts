// Companies to choose from on the companies screen, by the call that this screen is granted.
import { user } from '@helioport/contract/user';
import { useState } from 'react';
import { useCall } from '../../api/query.ts';
import type { RemoteOption } from '../../components/form/RemoteSelect.tsx';
import { withKnown } from '../../session/remoteChoices.ts';
import { kindWords } from './company.ts';

const OFFERED = 20;

/** Companies that match the search text except `without`, plus those in `known`. */
export function useVisibleCompanies(without: number | null, known: readonly RemoteOption[] = []) {
  const [sought, setSought] = useState('');
  const answer = useCall(
    user.companyList,
    {
      filters: { keywords: sought },
      page: { size: OFFERED, num: 0 },
      sort: [{ field: 'companyName', order: 'asc' }],
    },
    { live: 'none', keepsPrevious: true },
  );
  const found = (answer.data?.list ?? [])
    .filter(({ companyId }) => companyId !== without)
    .map(
      (company): RemoteOption => ({
        value: String(company.companyId),
        label: company.companyName,
        note: [...company.path.map(({ companyName }) => companyName), kindWords(company.kind)].join(' › '),
      }),
    );
  return { options: withKnown(found, known, sought), isLoading: answer.isFetching, onSearch: setSought };
}
