// Gateways: server they send to, settings, connected devices, and broker credentials.
export { default as behind } from './behind.ts';
export { default as behindSet } from './behindSet.ts';
export { default as bsgServer } from './bsgServer.ts';
export { default as token } from './token.ts';
export { default as tokenReplace } from './tokenReplace.ts';
export { default as tokenStock } from './tokenStock.ts';
export { default as view } from './view.ts';
