// String inverters.
export { default as overview } from './overview.ts';
