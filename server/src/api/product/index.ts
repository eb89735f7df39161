// Models and their serial numbers, and product data of a serial number. How a device uses its model is defined in
// domain/products.
export { default as bdmPassword } from './bdmPassword.ts';
export { default as choices } from './choices.ts';
export { default as create } from './create.ts';
export { default as del } from './del.ts';
export { default as detail } from './detail.ts';
export { default as list } from './list.ts';
export { default as picture } from './picture.ts';
export { default as sn } from './sn.ts';
export { default as snCreate } from './snCreate.ts';
export { default as snDel } from './snDel.ts';
export { default as snInfo } from './snInfo.ts';
export { default as snIssue } from './snIssue.ts';
export { default as snIssueMany } from './snIssueMany.ts';
export { default as snIssueSheet } from './snIssueSheet.ts';
export { default as snRestrict } from './snRestrict.ts';
export { default as snSheet } from './snSheet.ts';
export { default as snStock } from './snStock.ts';
export { default as update } from './update.ts';
