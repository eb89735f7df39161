// The fourteen brands that one portal can wear, edited by administrators.
// Which of them a request is made under is found by access/brand.ts.
export { default as list } from './list.ts';
export { default as logo } from './logo.ts';
export { default as logoDelete } from './logoDelete.ts';
export { default as update } from './update.ts';
