// Administration of the demo data.
export { default as remove } from './remove.ts';
