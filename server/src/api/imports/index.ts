// Imports of history from files of other portals.
export { default as list } from './list.ts';
export { default as preview } from './preview.ts';
export { default as start } from './start.ts';
export { default as undo } from './undo.ts';
