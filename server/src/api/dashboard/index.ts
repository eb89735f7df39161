// Totals over all visible users and devices, for the dashboard.
import { dashboard } from '@helioport/contract/dashboard';
import { fulfil } from '../../access/handler.ts';
import attention from './attention.ts';
import deviceSummary from './deviceSummary.ts';
import deviceTrend from './deviceTrend.ts';
import energyToday from './energyToday.ts';
import userSummary from './userSummary.ts';

export default fulfil(dashboard, { attention, energyToday, userSummary, deviceSummary, deviceTrend });
