// Webhooks: events of a plant that are posted to other programs.
export { default as create } from './create.ts';
export { default as delete } from './delete.ts';
export { default as deliveries } from './deliveries.ts';
export { default as list } from './list.ts';
export { default as resend } from './resend.ts';
export { default as test } from './test.ts';
export { default as update } from './update.ts';
