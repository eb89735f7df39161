// Feeds: sources of other manufacturers that write into a plant.
export { default as create } from './create.ts';
export { default as list } from './list.ts';
export { default as revoke } from './revoke.ts';
