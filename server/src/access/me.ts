// Who is calling, as far as rights go.
import { languageByCode } from '@helioport/domain/languages';

/** Which rows: all, those of the companies, the user's own, or none. */
type Scope = 'all' | 'company' | 'own' | 'none';

/** The personal access token of a call. */
interface TokenInUse {
  id: number;
  canWrite: boolean;
  /**
   * The plants to which the token is limited, and the scope that the role has without it; null for all plants. With a
   * limit `Me.scope` is `own`, so that nothing but these plants is visible.
   */
  plants: { siteIds: readonly number[]; scope: Scope } | null;
}

export interface Me {
  /** Whose rows he sees; 0 for a stranger. While he looks at the portal as another person sees it, that person. */
  userId: number;
  /** Who is signed in. */
  ownUserId: number;
  uid: string;
  email: string;
  /** Role whose rights he has: while he looks through the eyes of another one, that one. */
  groupId: number;
  groupName: string;
  /** Its name by web code of the language, as far as it has one. */
  groupTitles: Readonly<Record<string, string>>;
  /** The role that he has himself. */
  ownGroupId: number;
  /** His own role sees all rows and may change them: he runs the house, and may enter it under maintenance. */
  isOperator: boolean;
  /** True while he looks through the eyes of another role or person. */
  isViewing: boolean;
  /** Company of this session, 0 for none, and with it all companies below. */
  companyId: number;
  companyIds: readonly number[];
  scope: Scope;
  readsOnly: boolean;
  pages: ReadonlySet<string>;
  buttons: ReadonlySet<string>;
  modules: ReadonlySet<string>;
  /** His session was noted as in use so long ago that it is time again. */
  wantsTouch: boolean;
  /** Null for a session. */
  token: TokenInUse | null;
}

const nothing: ReadonlySet<string> = new Set();

/** Somebody without a session: sees no rows and holds no grant but `open`. */
export const stranger: Me = {
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

/** What his role is called in the language of the code. In English by its own name, which clients compare. */
export function roleNameOf({ groupName, groupTitles }: Me, languageCode: number): string {
  const language = languageByCode(languageCode);
  if (language === undefined || language.tag.startsWith('en')) return groupName;
  return groupTitles[language.webCode] || groupName;
}
