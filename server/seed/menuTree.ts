// Built-in menu tree: groups, pages, and buttons on pages. A page is one entry.
import type { DeviceList } from '@helioport/domain/deviceKinds';
import type { GroupKey } from './menus.ts';

export interface MenuSeed {
  /** Never changes; also the locale key `menu.<key>` of pages. */
  key: string;
  /** What the portal compares: the page, button or module name; '' for a heading that is no page. */
  name: string;
  mode: 1 | 2 | 3;
  icon?: string;
  path?: string;
  /** Query string of the URL, without `?`. */
  params?: string;
  groups: readonly GroupKey[];
  /** Key of an entry: when an upgrade adds this one, roles with that entry get this one too. */
  heldWith?: string;
  children?: readonly MenuSeed[];
}

const everybody: readonly GroupKey[] = [
  'administrator',
  'distributor',
  'dealer',
  'installer',
  'support',
  'endUser',
];
const tradeRoles: readonly GroupKey[] = ['administrator', 'distributor', 'dealer', 'installer'];
const sellers: readonly GroupKey[] = ['administrator', 'distributor', 'dealer'];
const operators: readonly GroupKey[] = ['administrator', 'support'];

/** A group of pages: roles with one of its pages have the group. A group without pages is hidden. */
const heading = (key: string, icon: string, children: readonly MenuSeed[]): MenuSeed => ({
  key,
  name: '',
  mode: 1,
  icon,
  groups: everybody.filter((group) => children.some((child) => child.groups.includes(group))),
  children,
});

/** A part of a page: roles that had the page before the part existed keep access to it. */
const part = (page: string, name: string, key: string, groups: readonly GroupKey[]): MenuSeed => ({
  key,
  name,
  mode: 3,
  groups,
  heldWith: page,
});

/** A list of devices, for all roles that may see the plants. */
const deviceList = (key: string, list: DeviceList, icon: string): MenuSeed => ({
  key,
  name: key,
  mode: 1,
  icon,
  path: `/devices/${list}`,
  groups: everybody,
  heldWith: 'pvPlant',
});

/** The menu by group; a new page is one entry at its position. */
export const menuTree: readonly MenuSeed[] = [
  {
    key: 'dashboard',
    name: 'dashboard',
    mode: 1,
    icon: 'dashboard',
    path: '/dashboard',
    groups: [...tradeRoles, 'support'],
    children: [
      part('dashboard', 'dashboard:totals', 'dashboard.totals', [...tradeRoles, 'support']),
      part('dashboard', 'dashboard:trends', 'dashboard.trends', [...tradeRoles, 'support']),
      part('dashboard', 'dashboard:countries', 'dashboard.countries', [...tradeRoles, 'support']),
    ],
  },
  {
    key: 'fleet',
    name: 'fleet',
    mode: 1,
    icon: 'pulse',
    path: '/fleet',
    groups: [...tradeRoles, 'support'],
    heldWith: 'dashboard',
    children: [{ key: 'case.update', name: 'case:update', mode: 2, groups: tradeRoles }],
  },
  heading('plants', 'plant', [
    {
      key: 'pvPlant',
      name: 'pvPlant',
      mode: 1,
      icon: 'list',
      path: '/pvPlant',
      groups: everybody,
      children: [
        {
          key: 'pvPlant.report',
          name: 'pvPlant:report',
          mode: 2,
          groups: ['administrator', 'distributor', 'dealer', 'installer', 'endUser'],
        },
        { key: 'pvPlant.create', name: 'pvPlant:create', mode: 2, groups: [...tradeRoles, 'endUser'] },
        { key: 'pvPlant.update', name: 'pvPlant:update', mode: 2, groups: [...tradeRoles, 'endUser'] },
        { key: 'pvPlant.delete', name: 'pvPlant:delete', mode: 2, groups: [...tradeRoles, 'endUser'] },
        {
          key: 'pvPlant.layout',
          name: 'pvPlant:layout',
          mode: 2,
          groups: ['administrator', 'distributor', 'dealer', 'installer', 'endUser'],
        },
        { key: 'pvPlant.parameter', name: 'pvPlant:parameter', mode: 2, groups: tradeRoles },
        { key: 'device.ota', name: 'device:ota', mode: 2, groups: tradeRoles },
        part('pvPlant', 'pvPlant:flow', 'pvPlant.flow', everybody),
        part('pvPlant', 'pvPlant:benefit', 'pvPlant.benefit', everybody),
        part('pvPlant', 'pvPlant:weather', 'pvPlant.weather', everybody),
        part('pvPlant', 'pvPlant:findings', 'pvPlant.findings', everybody),
        part('pvPlant', 'pvPlant:devices', 'pvPlant.devices', everybody),
        part('pvPlant', 'device:parameters', 'device.parameters', everybody),
        part('pvPlant', 'device:firmware', 'device.firmware', everybody),
      ],
    },
    {
      key: 'pvPlantMap',
      name: 'pvPlantMap',
      mode: 1,
      icon: 'map',
      path: '/pvPlant',
      params: 'view=map',
      groups: everybody,
    },
    {
      key: 'pvPlantEdit',
      name: 'pvPlantEdit',
      mode: 1,
      icon: 'plus',
      path: '/pvPlant/edit',
      groups: [...tradeRoles, 'endUser'],
    },
  ]),
  heading('devices', 'device', [
    {
      ...deviceList('devicesIndex', 'index', 'device'),
      children: [
        { key: 'device.restrict', name: 'device:restrict', mode: 2, groups: sellers },
        { key: 'device.delete', name: 'device:delete', mode: 2, groups: [...tradeRoles, 'endUser'] },
        { key: 'device.deleteHistory', name: 'device:deleteHistory', mode: 2, groups: tradeRoles },
        { key: 'device.frames', name: 'device:frames', mode: 2, groups: operators },
      ],
    },
    deviceList('devicesElectricMeter', 'electricMeter', 'grid'),
    deviceList('devicesAllInOneMachine', 'allInOneMachine', 'battery'),
    deviceList('devicesStringMachine', 'stringMachine', 'plant'),
    {
      key: 'alarms',
      name: 'alarms',
      mode: 1,
      icon: 'alert',
      path: '/devices/alarms',
      groups: everybody,
      children: [{ key: 'alarm.update', name: 'alarm:update', mode: 2, groups: [...tradeRoles, 'endUser'] }],
    },
    {
      key: 'noRegGatewayList',
      name: 'noRegGatewayList',
      mode: 1,
      icon: 'gateway',
      path: '/noRegGatewayList',
      groups: ['administrator', 'support'],
      children: [{ key: 'device.claim', name: 'device:claim', mode: 2, groups: ['administrator'] }],
    },
  ]),
  heading('user', 'users', [
    {
      key: 'users',
      name: 'users',
      mode: 1,
      icon: 'users',
      path: '/users',
      groups: [...tradeRoles, 'support'],
      children: [
        { key: 'user.create', name: 'user:create', mode: 2, groups: tradeRoles },
        { key: 'user.update', name: 'user:update', mode: 2, groups: tradeRoles },
        { key: 'user.delete', name: 'user:delete', mode: 2, groups: tradeRoles },
        {
          key: 'user.invite',
          name: 'user:invite',
          mode: 2,
          groups: [...tradeRoles, 'support'],
          heldWith: 'user.update',
        },
        { key: 'user.allowLogins', name: 'user:allowLogins', mode: 2, groups: operators },
        { key: 'user.activity', name: 'user:activity', mode: 2, groups: operators },
      ],
    },
    {
      key: 'companies',
      name: 'companies',
      mode: 1,
      icon: 'house',
      path: '/companies',
      groups: [...sellers, 'support'],
      children: [
        { key: 'company.create', name: 'company:create', mode: 2, groups: sellers },
        { key: 'company.update', name: 'company:update', mode: 2, groups: sellers },
        { key: 'company.delete', name: 'company:delete', mode: 2, groups: sellers },
      ],
    },
    {
      key: 'groupAccess',
      name: 'groupAccess',
      mode: 1,
      icon: 'lock',
      path: '/groupAccess',
      groups: operators,
    },
    { key: 'audit', name: 'audit', mode: 1, icon: 'clock', path: '/audit', groups: everybody },
  ]),
  heading('hardware', 'product', [
    {
      key: 'products',
      name: 'products',
      mode: 1,
      icon: 'product',
      path: '/products',
      groups: operators,
      children: [
        { key: 'product.create', name: 'product:create', mode: 2, groups: ['administrator'] },
        { key: 'product.update', name: 'product:update', mode: 2, groups: ['administrator'] },
        { key: 'product.delete', name: 'product:delete', mode: 2, groups: ['administrator'] },
      ],
    },
    {
      key: 'snList',
      name: 'snList',
      mode: 1,
      icon: 'list',
      path: '/snList',
      groups: [...tradeRoles, 'support'],
      children: [
        { key: 'sn.create', name: 'sn:create', mode: 2, groups: ['administrator', 'distributor'] },
        { key: 'sn.delete', name: 'sn:delete', mode: 2, groups: ['administrator'] },
        { key: 'sn.issue', name: 'sn:issue', mode: 2, groups: sellers },
        { key: 'sn.restrict', name: 'sn:restrict', mode: 2, groups: ['administrator'] },
      ],
    },
  ]),
  heading('tools', 'grid', [
    {
      key: 'otaFile',
      name: 'otaFile',
      mode: 1,
      icon: 'download',
      path: '/hardwareConfig/otaFile',
      groups: [...tradeRoles, 'support'],
      children: [
        { key: 'otaFile.create', name: 'otaFile:create', mode: 2, groups: ['administrator'] },
        { key: 'otaFile.update', name: 'otaFile:update', mode: 2, groups: ['administrator'] },
        { key: 'otaFile.delete', name: 'otaFile:delete', mode: 2, groups: ['administrator'] },
      ],
    },
    {
      key: 'inverterSet',
      name: 'inverterSet',
      mode: 1,
      icon: 'tool',
      path: '/hardwareConfig/inverterSet',
      groups: [...tradeRoles, 'support'],
    },
    {
      key: 'documentation',
      name: 'documentation',
      mode: 1,
      icon: 'document',
      path: '/documentation',
      groups: everybody,
      children: [
        { key: 'documentation.create', name: 'documentation:create', mode: 2, groups: ['administrator'] },
        { key: 'documentation.update', name: 'documentation:update', mode: 2, groups: ['administrator'] },
        { key: 'documentation.delete', name: 'documentation:delete', mode: 2, groups: ['administrator'] },
      ],
    },
    {
      key: 'generateBDMPassword',
      name: 'generateBDMPassword',
      mode: 1,
      icon: 'lock',
      path: '/generateBDMPassword',
      groups: tradeRoles,
    },
  ]),
  heading('system', 'tool', [
    {
      key: 'rolesPermission',
      name: 'rolesPermission',
      mode: 1,
      icon: 'shield',
      path: '/system/rolesPermission',
      groups: operators,
      children: [
        { key: 'role.create', name: 'role:create', mode: 2, groups: ['administrator'] },
        { key: 'role.update', name: 'role:update', mode: 2, groups: ['administrator'] },
        { key: 'role.delete', name: 'role:delete', mode: 2, groups: ['administrator'] },
        { key: 'role.distribute', name: 'role:distribute', mode: 2, groups: ['administrator'] },
        { key: 'role.viewAs', name: 'role:viewAs', mode: 2, groups: ['administrator'] },
      ],
    },
    {
      key: 'menus',
      name: 'menus',
      mode: 1,
      icon: 'menu',
      path: '/system/menus',
      groups: operators,
      children: [
        { key: 'menu.create', name: 'menu:create', mode: 2, groups: ['administrator'] },
        { key: 'menu.update', name: 'menu:update', mode: 2, groups: ['administrator'] },
        { key: 'menu.delete', name: 'menu:delete', mode: 2, groups: ['administrator'] },
      ],
    },
    {
      key: 'brands',
      name: 'brands',
      mode: 1,
      icon: 'image',
      path: '/brands',
      groups: operators,
      children: [{ key: 'brand.update', name: 'brand:update', mode: 2, groups: ['administrator'] }],
    },
    {
      key: 'co2Factors',
      name: 'co2Factors',
      mode: 1,
      icon: 'leaf',
      path: '/co2Factors',
      groups: operators,
      children: [{ key: 'co2.update', name: 'co2:update', mode: 2, groups: ['administrator'] }],
    },
    {
      // Emails contain links that give access to accounts, so only administrators may read them.
      key: 'outbox',
      name: 'outbox',
      mode: 1,
      icon: 'document',
      path: '/outbox',
      groups: ['administrator'],
    },
    {
      key: 'health',
      name: 'health',
      mode: 1,
      icon: 'pulse',
      path: '/health',
      groups: ['administrator'],
      children: [
        { key: 'demo.remove', name: 'demo:remove', mode: 2, groups: ['administrator'] },
        { key: 'retention.update', name: 'retention:update', mode: 2, groups: ['administrator'] },
      ],
    },
  ]),
  {
    key: 'accountSetup',
    name: 'accountSetup',
    mode: 1,
    icon: 'user',
    path: '/ucenter/account',
    groups: everybody,
  },
];
