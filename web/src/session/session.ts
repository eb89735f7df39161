// Who is signed in and what he may do. Kept in the browser's storage, shared by all tabs, emptied on sign-out.
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

/** One entry of the menu tree: 1 a page, 2 a button, 3 a module of a page. */
export interface MenuItem {
  id: number | string;
  title: string;
  /** Web code to words; falls back to `title`. */
  titleLocale?: Record<string, string> | null;
  icon?: string | null;
  path?: string | null;
  params?: string | null;
  mode: number;
  components_title?: string | null;
  children?: MenuItem[] | null;
}

/** What sign-in tells about the person, kept as it came. */
export interface SessionInfo {
  uid?: string;
  email?: string;
  country?: string;
  state?: string;
  role?: number | string | null;
  groupId?: number | string | null;
  groupName?: string;
  fullHeaderImg?: string;
  companyId?: number;
  isCompanyOwner?: number;
  oemid?: number;
  oemweb?: string;
}

interface SessionData {
  token: string;
  companyId: number;
  email: string;
  groupName: string;
  fullHeaderImg: string;
  role: number | string | null;
  groupId: number | string | null;
  info: SessionInfo;
  menus: MenuItem[];
  btns: string[];
  pages: string[];
  pageModules: string[];
}

const nobody: SessionData = {
  token: '',
  companyId: 0,
  email: '',
  groupName: '',
  fullHeaderImg: '',
  role: null,
  groupId: null,
  info: {},
  menus: [],
  btns: [],
  pages: [],
  pageModules: [],
};

const STORAGE = 'helioport-session';

export const useSession = create<SessionData>()(
  persist((): SessionData => nobody, { name: STORAGE, version: 1 }),
);

/** Takes over what a sign-in answered. Menus are unknown until the guard has asked for them. */
export function signInAs(token: string, info: SessionInfo): void {
  useSession.setState({
    ...nobody,
    token,
    info,
    companyId: info.companyId ?? 0,
    email: info.email ?? '',
    groupName: info.groupName ?? '',
    fullHeaderImg: info.fullHeaderImg ?? '',
    role: info.role ?? null,
    groupId: info.groupId ?? null,
  });
}

/** Forgets the person. */
export function resetSession(): void {
  useSession.setState(nobody);
}

/** Another tab signed in or out: this one follows, rather than acting for somebody who has left. */
export function followOtherTabs(onChange: () => void): void {
  addEventListener('storage', (event) => {
    if (event.key !== STORAGE) return;
    const before = useSession.getState().token;
    void Promise.resolve(useSession.persist.rehydrate()).then(() => {
      if (event.newValue === null) resetSession();
      if (useSession.getState().token !== before) onChange();
    });
  });
}
