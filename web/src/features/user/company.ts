// A company as shown on the pages.
import type { OutputOf } from '@helioport/contract/endpoint';
import type { user } from '@helioport/contract/user';
import { wordsFor } from '../../i18n.ts';

export type Company = OutputOf<typeof user.companyList>['list'][number];

export const companyKinds = ['operator', 'distributor', 'dealer', 'installer'] as const;

/** The type of a company as text. */
export const kindWords = (kind: Company['kind']): string => wordsFor(`companyKind.${kind}`, kind);

/** What can be done with a company from its row. */
export type OnCompany = (what: 'edit' | 'delete' | 'below', company: Company) => void;
