// Outbox, for administrators: without a mail server, emails stay here; with one, it shows their delivery state.
export { default as detail } from './detail.ts';
export { default as list } from './list.ts';
