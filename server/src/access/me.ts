// The caller and their permissions.
import { languageByCode } from '@helioport/domain/languages';

/** Which rows: all, those of the companies, the user's own, or none. */
type Scope = 'all' | 'company' | 'own' | 'none';

/** The personal access token of a call. */
interface TokenInUse {
  id: number;
  canWrite: boolean;
  /**
   * Plants to which the token is limited, and the scope of the role without it; null for all plants. With a limit
   * `Me.scope` is `own`, so only these plants are visible.
   */
  plants: { siteIds: readonly number[]; scope: Scope } | null;
}

export interface Me {
  /** The user whose rows are visible; 0 for an anonymous user. While viewing the portal as another user, that user. */
  userId: number;
  /** The logged-in user. */
  ownUserId: number;
  uid: string;
  email: string;
  /** Role whose permissions apply; while viewing the portal as another role, that role. */
  groupId: number;
  groupName: string;
  /** Its name by web code of the language, as far as it has one. */
  groupTitles: Readonly<Record<string, string>>;
  /** The user's own role. */
  ownGroupId: number;
  /** The user's own role may see and change all rows: a portal administrator, who has access during maintenance. */
  isOperator: boolean;
  /** True while viewing the portal as another role or user. */
  isViewing: boolean;
  /** Company of this session, 0 for none, and with it all companies below. */
  companyId: number;
  companyIds: readonly number[];
  scope: Scope;
  readsOnly: boolean;
  pages: ReadonlySet<string>;
  buttons: ReadonlySet<string>;
  modules: ReadonlySet<string>;
  /** The last activity recorded for the session is old enough to be updated. */
  wantsTouch: boolean;
  /** Null for a session. */
  token: TokenInUse | null;
}

const nothing: ReadonlySet<string> = new Set();

/** An anonymous user: sees no rows and has no grant except `open`. */
export const anonymous: Me = {
  userId: 0,
  ownUserId: 0,
  uid: '',
  email: '',
  groupId: 0,
  groupName: '',
  groupTitles: {},
  ownGroupId: 0,
  isOperator: false,
  isViewing: false,
  companyId: 0,
  companyIds: [],
  scope: 'none',
  readsOnly: true,
  pages: nothing,
  buttons: nothing,
  modules: nothing,
  wantsTouch: false,
  token: null,
};

/** Name of the user's role in the given language; in English its stored name, which clients compare. */
export function roleNameOf({ groupName, groupTitles }: Me, languageCode: number): string {
  const language = languageByCode(languageCode);
  if (language === undefined || language.tag.startsWith('en')) return groupName;
  return groupTitles[language.webCode] || groupName;
}
