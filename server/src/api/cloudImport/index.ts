// Import of plants from an account of the vendor cloud.
export { default as cancel } from './cancel.ts';
export { default as list } from './list.ts';
export { default as login } from './login.ts';
export { default as start } from './start.ts';
export { default as undo } from './undo.ts';
