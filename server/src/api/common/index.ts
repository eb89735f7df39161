// Public data available without login: languages, places, currencies, time zones and the brand. Contains no user data.
export { default as addressInfo } from './addressInfo.ts';
export { default as brand } from './brand.ts';
export { default as country } from './country.ts';
export { default as currency } from './currency.ts';
export { default as getHardwareValid } from './getHardwareValid.ts';
export { default as lan } from './lan.ts';
export { default as privacyPolicy } from './privacyPolicy.ts';
export { default as state } from './state.ts';
export { default as timezone } from './timezone.ts';
