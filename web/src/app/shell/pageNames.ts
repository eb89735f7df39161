// Alternative names of a page in addition to its menu title, for the search.
import { t } from '../../i18n.ts';

const names: Readonly<Record<string, () => string>> = {
  accountSetup: () => t('palette.names.account'),
  alarms: () => t('palette.names.alarms'),
  audit: () => t('palette.names.audit'),
  companies: () => t('palette.names.companies'),
  devicesAllInOneMachine: () => t('palette.names.allInOne'),
  devicesIndex: () => t('palette.names.devices'),
  documentation: () => t('palette.names.documents'),
  groupAccess: () => t('palette.names.roles'),
  health: () => t('palette.names.health'),
  inverterSet: () => t('palette.names.sets'),
  noRegGatewayList: () => t('palette.names.unregistered'),
  otaFile: () => t('palette.names.firmware'),
  outbox: () => t('palette.names.outbox'),
  pvPlantEdit: () => t('palette.names.plantNew'),
  rolesPermission: () => t('palette.names.roles'),
  snList: () => t('palette.names.serials'),
  users: () => t('palette.names.users'),
};

/** Other names of a page, by its name in the menu tree; '' where the title is all there is. */
export const otherNamesOf = (page: string): string => names[page]?.() ?? '';
