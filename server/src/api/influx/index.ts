// The output of a plant's readings to a database.
export { default as delete } from './delete.ts';
export { default as output } from './output.ts';
export { default as save } from './save.ts';
export { default as test } from './test.ts';
