// What the analytics found: what costs plants energy.
export { default as day } from './day.ts';
export { default as detail } from './detail.ts';
export { default as export } from './export.ts';
export { default as list } from './list.ts';
