// The names of pages and buttons that calls ask for. They are titles of the menu tree: a role that has the menu entry
// may call, nobody else.
import { button, page } from './endpoint.ts';

export const pvPlantPage = page('pvPlant');
export const noRegGatewayListPage = page('noRegGatewayList');
export const deviceClaimButton = button('device:claim');
export const deviceOtaButton = button('device:ota');
export const plantReportButton = button('pvPlant:report');
