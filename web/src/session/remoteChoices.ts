// Options for roles, companies, plants and users. Short lists are cached, long ones are searched on the server.
import { auth } from '@helioport/contract/auth';
import { site } from '@helioport/contract/site';
import { user } from '@helioport/contract/user';
import { useState } from 'react';
import { useCall } from '../api/query.ts';
import type { RemoteChoices, RemoteOption } from '../components/form/RemoteSelect.tsx';
import { t } from '../i18n.ts';

const KEPT_MS = 60_000;
const OFFERED = 20;

/** The roles that the caller may assign. */
export function useRoleChoices(): { value: string; label: string }[] {
  const { data } = useCall(auth.roleListSystem, {}, { live: 'none', staleMs: KEPT_MS });
  return (data?.list ?? []).map(({ id, title }) => ({ value: String(id), label: title }));
}

/** Companies that match the search text, each with the names of its parents, plus those in `known`. */
export function useCompanyChoices(known: readonly RemoteOption[] = [], isEnabled = true): RemoteChoices {
  const [sought, setSought] = useState('');
  const answer = useCall(
    user.companyChoices,
    { filters: { keywords: sought }, page: { size: OFFERED, num: 0 } },
    { live: 'none', keepsPrevious: true, isEnabled },
  );
  const found = (answer.data?.list ?? []).map(
    ({ companyId, companyName, path }): RemoteOption => ({
      value: String(companyId),
      label: companyName,
      note: path.map((above) => above.companyName).join(' › '),
    }),
  );
  return { options: withKnown(found, known, sought), isLoading: answer.isFetching, onSearch: setSought };
}

/** Plants that match the search text, each with its location. */
export function useSiteChoices(known: readonly RemoteOption[] = []): RemoteChoices {
  const [sought, setSought] = useState('');
  const answer = useCall(
    site.listWithSN,
    {
      filters: { keywords: sought },
      page: { size: OFFERED, num: 0 },
      sort: [{ field: 'siteName', order: 'asc' }],
    },
    { live: 'none', keepsPrevious: true },
  );
  const found = (answer.data?.list ?? []).map(
    ({ sid, siteName, city }): RemoteOption => ({
      value: sid,
      label: siteName,
      ...(city === '' ? {} : { note: city }),
    }),
  );
  return { options: withKnown(found, known, sought), isLoading: answer.isFetching, onSearch: setSought };
}

/** Users that match the search text by email address and name; optionally of one role. */
export function usePeopleChoices(
  key: 'uid' | 'email',
  known: readonly RemoteOption[] = [],
  { isEnabled = true, roleId }: { isEnabled?: boolean; roleId?: number } = {},
): RemoteChoices {
  const [sought, setSought] = useState('');
  const answer = useCall(
    user.list,
    {
      filters: { keywords: sought, status: 'active', group_id: roleId },
      page: { size: OFFERED, num: 0 },
      sort: [{ field: 'email', order: 'asc' }],
    },
    { live: 'none', keepsPrevious: true, isEnabled },
  );
  const found = (answer.data?.list ?? []).map(
    (row): RemoteOption => ({
      value: row[key],
      label: row.email,
      note: [row.contactPerson, row.companyName || t('user.noCompany')]
        .filter((part) => part !== '')
        .join(', '),
    }),
  );
  return { options: withKnown(found, known, sought), isLoading: answer.isFetching, onSearch: setSought };
}

/** The search results, preceded by the selected options, so that a selection keeps its label during a new search. */
export function withKnown(
  found: readonly RemoteOption[],
  known: readonly RemoteOption[],
  sought: string,
): RemoteOption[] {
  const fits = ({ label }: RemoteOption) => label.toLowerCase().includes(sought.toLowerCase());
  const extra = known.filter((one) => !found.some((other) => other.value === one.value));
  return [...extra.filter(fits), ...found];
}
