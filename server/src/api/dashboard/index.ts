// Totals over all visible users and devices, for the dashboard.
export { default as attention } from './attention.ts';
export { default as deviceSummary } from './deviceSummary.ts';
export { default as deviceTrend } from './deviceTrend.ts';
export { default as energyToday } from './energyToday.ts';
export { default as userSummary } from './userSummary.ts';
