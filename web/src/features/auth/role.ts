// A role as shown on the pages.
import type { auth } from '@helioport/contract/auth';
import type { OutputOf } from '@helioport/contract/endpoint';
import { t, type WordKey } from '../../i18n.ts';

export type Role = OutputOf<typeof auth.roleList>['list'][number];

export const scopes = ['all', 'company', 'own'] as const;

const words: Record<Role['scope'], { title: WordKey; hint: WordKey }> = {
  all: { title: 'auth.scope.all', hint: 'auth.scope.allHint' },
  company: { title: 'auth.scope.company', hint: 'auth.scope.companyHint' },
  own: { title: 'auth.scope.own', hint: 'auth.scope.ownHint' },
};

/** The data access of a role as text. */
export const scopeWords = (scope: Role['scope']): string => t(words[scope].title);
export const scopeHint = (scope: Role['scope']): string => t(words[scope].hint);
