// All paths of the portal, so that no screen builds one itself, and the properties of a route for the guard.
import type { DeviceKindKey, DeviceList } from '@helioport/domain/deviceKinds';
import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';

const query = (values: Record<string, string | undefined>) => {
  const entries = Object.entries(values).filter((entry): entry is [string, string] => !!entry[1]);
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`;
};

export const paths = {
  login: (redirect?: string) => `/${query({ redirect })}`,
  setup: () => '/setup',
  register: () => '/register',
  forgotten: () => '/forgetPwd',
  reset: () => '/resetPwd',
  verifyEmail: () => '/verifyEmail',
  endReports: () => '/endReports',
  acknowledge: () => '/acknowledge',
  privacy: () => '/privacyPolicy',
  widget: (token: string, look: Record<string, string>) => `/embed/${token}${query(look)}`,
  publicPlant: (token = ':token') => `/p/${token}`,
  forbidden: () => '/403',
  sites: () => '/pvPlant',
  /** With the filters that its address keeps. */
  sitesBy: (filters: Record<string, string>) => `/pvPlant${query(filters)}`,
  siteDetail: () => '/pvPlant/detail',
  siteNew: () => '/pvPlant/edit',
  cloudImport: () => '/import',
  siteOffer: () => '/pvPlant/offer',
  siteEdit: (sid: string) => `/pvPlant/edit${query({ id: sid })}`,
  account: (tab?: 'sessions' | 'downloads') => `/ucenter/account${query({ tab })}`,
  unsubscribe: () => '/ucenter/unsubscribe',
  /** All devices of a list, or those of one kind. */
  devices: (list: DeviceList, kind?: DeviceKindKey) => `/devices/${list}${query({ kind })}`,
  /** With the filters that its address keeps. */
  devicesBy: (list: DeviceList, filters: Record<string, string>) => `/devices/${list}${query(filters)}`,
  deviceDetail: () => '/devices/detail',
  /** One device, optionally with its plant. */
  device: (sn: string, tab?: string) => `/devices/detail${query({ sn, tab })}`,
  moduleDetail: () => '/devices/module/detail',
  /** One input of an inverter. */
  module: (sn: string, addr: number) => `/devices/module/detail${query({ sn, addr: String(addr) })}`,
  unregistered: (sn?: string) => `/noRegGatewayList${query({ q: sn })}`,
  unregisteredDetail: () => '/noRegGatewayList/detail',
  /** A serial number without a plant. */
  unregisteredDevice: (sn: string) => `/noRegGatewayList/detail${query({ sn })}`,
  dashboard: () => '/dashboard',
  fleet: () => '/fleet',
  /** With the filters that its address keeps. */
  fleetBy: (filters: Record<string, string>) => `/fleet${query(filters)}`,
  cases: (filters: Record<string, string> = {}) => `/fleet/cases${query(filters)}`,
  caseDetail: () => '/fleet/case',
  case: (id: number) => `/fleet/case${query({ id: String(id) })}`,
  fleetTrends: () => '/fleet/trends',
  fleetBenchmarks: () => '/fleet/benchmarks',
  bdmPassword: () => '/generateBDMPassword',
  products: () => '/products',
  productEdit: (model?: number) => `/product/edit${query({ id: model?.toString() })}`,
  /** With the filters that its address keeps. */
  snList: (filters: Record<string, string> = {}) => `/snList${query(filters)}`,
  /** All alarms, those of a plant, or one of them. */
  alarms: (of: { site?: string; id?: number } = {}) =>
    `/devices/alarms${query({ site: of.site, id: of.id?.toString() })}`,
  /** With the filters that its address keeps. */
  alarmsBy: (filters: Record<string, string>) => `/devices/alarms${query(filters)}`,
  users: (companyId?: number) => `/users${query({ company: companyId?.toString() })}`,
  /** With the filters that its address keeps. */
  usersBy: (filters: Record<string, string>) => `/users${query(filters)}`,
  userDetail: () => '/users/detail',
  user: (uid: string) => `/users/detail${query({ uid })}`,
  companyDetail: () => '/companies/detail',
  company: (id: number) => `/companies/detail${query({ id: String(id) })}`,
  companies: (q?: string) => `/companies${query({ q })}`,
  groupAccess: () => '/groupAccess',
  audit: (uid?: string) => `/audit${query({ uid })}`,
  roles: () => '/system/rolesPermission',
  roleEdit: () => '/system/rolesPermission/edit',
  role: (id: number) => `/system/rolesPermission/edit${query({ id: String(id) })}`,
  menus: () => '/system/menus',
  brands: () => '/brands',
  brandEdit: () => '/brands/edit',
  brand: (id: number) => `/brands/edit${query({ id: String(id) })}`,
  otaFiles: (view?: 'campaigns') => `/hardwareConfig/otaFile${query({ view })}`,
  /** Selects the firmware for these serial numbers. */
  otaFilesFor: (sns: readonly string[]) => `/hardwareConfig/otaFile${query({ sns: sns.join(',') })}`,
  otaFileEdit: (id?: number) => `/hardwareConfig/otaFileEdit${query({ id: id?.toString() })}`,
  otaCampaign: (id?: number) => `/hardwareConfig/otaCampaign${query({ id: id?.toString() })}`,
  inverterSets: (view?: 'runs' | 'approvals') => `/hardwareConfig/inverterSet${query({ view })}`,
  inverterSetApply: (id?: number) => `/hardwareConfig/inverterSetApply${query({ id: id?.toString() })}`,
  inverterRun: (id?: number) => `/hardwareConfig/inverterRun${query({ id: id?.toString() })}`,
  documentation: () => '/documentation',
  documentEdit: (id?: number) => `/documentation/edit${query({ id: id?.toString() })}`,
  co2Factors: () => '/co2Factors',
  outbox: (filters: Record<string, string> = {}) => `/outbox${query(filters)}`,
  health: () => '/health',
  site: (sid: string, tab?: string) => `/pvPlant/detail${query({ id: sid, tab })}`,
  /** Its devices with issues. */
  siteDevices: (sid: string) => `/pvPlant/detail${query({ id: sid, devices: 'trouble' })}`,
  siteLayout: () => '/pvPlant/layout',
  layoutOf: (sid: string, page?: number) => `/pvPlant/layout${query({ id: sid, page: page?.toString() })}`,
  /** What its inverters complained of and what was found about its devices. */
  siteEvents: (sid: string) => `/pvPlant/detail${query({ id: sid, tab: 'events' })}`,
  finding: (id?: number) => `/pvPlant/finding${query({ id: id?.toString() })}`,
  reportSetting: (sid?: string) => `/pvPlant/reportSetting${query({ id: sid })}`,
  siteCommission: (sid?: string) => `/pvPlant/commission${query({ id: sid })}`,
  siteConnect: (sid?: string) => `/pvPlant/connect${query({ id: sid })}`,
  siteImport: (sid?: string) => `/pvPlant/import${query({ id: sid })}`,
  /** Its days of a month, YYYY-MM. */
  siteEnergy: (sid: string, month: string) => `/pvPlant/detail${query({ id: sid, tab: 'energy', month })}`,
  parameterSetting: (sid?: string) => `/pvPlant/parameterSetting${query({ id: sid })}`,
  siteModules: (sid: string, device?: string) =>
    `/pvPlant/detail${query({ id: sid, tab: 'modules', device })}`,
  siteHistory: (sid: string, device: string) =>
    `/pvPlant/detail${query({ id: sid, tab: 'history', device })}`,
  /** One day of it, YYYY-MM-DD. */
  siteDay: (sid: string, day?: string) => `/pvPlant/detail${query({ id: sid, day })}`,
};

/** Properties of a route, in its `handle`. */
export interface PageHandle {
  /** Name of the page, as the menu tree spells it in `components_title`. */
  name: string;
  /** The page whose permission also opens this one. */
  parent?: string;
  /** Page that an address with these parameters needs as well; undefined: none. */
  alsoNeeds?: (search: URLSearchParams) => string | undefined;
  /** Open to every logged-in user. */
  needsNoPermission?: true;
  /** Uses only texts of the initial load; windows and tabs that it opens load their own. */
  isLight?: true;
}

/** A page behind the login: each module of `features/` exports a list of these as `routes`. */
export type ScreenRoute = RouteObject & { path: string; handle: PageHandle };

/** A page loaded on first navigation: `lazy: lazyPage(() => import('./SiteListPage.tsx'))`. */
export const lazyPage = (load: () => Promise<{ default: ComponentType }>) => async () => ({
  Component: (await load()).default,
});

/**
 * The place that a `redirect` query names, if it is one of this portal: a path, never another host. Anything else
 * leads to the plant list.
 */
export function safeRedirect(redirect: string | null): string {
  if (redirect === null || !/^\/(?![/\\])/.test(redirect) || redirect === '/') return paths.sites();
  return redirect;
}
