// Names of pages, buttons and page modules that calls require. They are titles in the menu tree; only roles with the menu
// item may call.
import { button, module, page } from './endpoint.ts';

export const pvPlantPage = page('pvPlant');
export const noRegGatewayListPage = page('noRegGatewayList');
export const deviceClaimButton = button('device:claim');
export const alarmsPage = page('alarms');
export const alarmUpdateButton = button('alarm:update');
export const deviceRestrictButton = button('device:restrict');
export const deviceDeleteButton = button('device:delete');
export const deviceFramesButton = button('device:frames');
export const deviceDeleteHistoryButton = button('device:deleteHistory');
export const plantReportButton = button('pvPlant:report');
export const plantCreateButton = button('pvPlant:create');
export const plantUpdateButton = button('pvPlant:update');
export const plantDeleteButton = button('pvPlant:delete');
export const layoutEditButton = button('pvPlant:layout');
export const plantWeatherModule = module('pvPlant:weather');
export const plantFindingsModule = module('pvPlant:findings');
export const plantParameterButton = button('pvPlant:parameter');
export const deviceOtaButton = button('device:ota');
export const inverterSetPage = page('inverterSet');

export const dashboardPage = page('dashboard');
export const dashboardTotalsModule = module('dashboard:totals');
export const dashboardTrendsModule = module('dashboard:trends');

// The fleet desk and its cases.
export const fleetPage = page('fleet');
export const caseUpdateButton = button('case:update');

// Models and serial numbers.
export const productsPage = page('products');
export const productCreateButton = button('product:create');
export const productUpdateButton = button('product:update');
export const productDeleteButton = button('product:delete');
export const bdmPasswordPage = page('generateBDMPassword');
export const snListPage = page('snList');
export const snCreateButton = button('sn:create');
export const snDeleteButton = button('sn:delete');
export const snIssueButton = button('sn:issue');
export const snRestrictButton = button('sn:restrict');

// Firmware.
export const otaFilePage = page('otaFile');
export const otaFileCreateButton = button('otaFile:create');
export const otaFileUpdateButton = button('otaFile:update');
export const otaFileDeleteButton = button('otaFile:delete');

// Product documentation.
export const documentationPage = page('documentation');
export const documentationCreateButton = button('documentation:create');
export const documentationUpdateButton = button('documentation:update');
export const documentationDeleteButton = button('documentation:delete');

// People and companies.
export const usersPage = page('users');
export const userCreateButton = button('user:create');
export const userUpdateButton = button('user:update');
export const userDeleteButton = button('user:delete');
export const userInviteButton = button('user:invite');
export const userAllowLoginsButton = button('user:allowLogins');
export const userActivityButton = button('user:activity');
export const companiesPage = page('companies');
export const companyCreateButton = button('company:create');
export const companyUpdateButton = button('company:update');
export const companyDeleteButton = button('company:delete');
export const groupAccessPage = page('groupAccess');
export const auditPage = page('audit');

// Roles, menus, brands, CO2 factors, demo data, emails, system health.
export const rolesPermissionPage = page('rolesPermission');
export const roleCreateButton = button('role:create');
export const roleUpdateButton = button('role:update');
export const roleDeleteButton = button('role:delete');
export const roleDistributeButton = button('role:distribute');
export const roleViewAsButton = button('role:viewAs');
export const menusPage = page('menus');
export const menuCreateButton = button('menu:create');
export const menuUpdateButton = button('menu:update');
export const menuDeleteButton = button('menu:delete');
export const brandsPage = page('brands');
export const brandUpdateButton = button('brand:update');
export const co2FactorsPage = page('co2Factors');
export const co2UpdateButton = button('co2:update');
export const demoRemoveButton = button('demo:remove');
export const outboxPage = page('outbox');
export const healthPage = page('health');
export const retentionUpdateButton = button('retention:update');
