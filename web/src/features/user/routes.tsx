// Pages of users: users, companies, permissions of roles, and the audit log.
import { lazyPage, paths, type ScreenRoute } from '../../paths.ts';

export const routes: ScreenRoute[] = [
  {
    path: paths.users(),
    handle: { name: 'users' },
    lazy: lazyPage(() => import('./UserListPage.tsx')),
  },
  {
    path: paths.userDetail(),
    handle: { name: 'userDetail', parent: 'users' },
    lazy: lazyPage(() => import('./UserDetailPage.tsx')),
  },
  {
    path: paths.companies(),
    handle: { name: 'companies' },
    lazy: lazyPage(() => import('./CompaniesPage.tsx')),
  },
  {
    path: paths.companyDetail(),
    handle: { name: 'companyDetail', parent: 'companies' },
    lazy: lazyPage(() => import('./CompanyDetailPage.tsx')),
  },
  {
    path: paths.groupAccess(),
    handle: { name: 'groupAccess' },
    lazy: lazyPage(() => import('./GroupAccessPage.tsx')),
  },
  {
    path: paths.audit(),
    handle: { name: 'audit' },
    lazy: lazyPage(() => import('./AuditPage.tsx')),
  },
];
