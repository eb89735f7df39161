// Roles and the menu tree: definitions, assignments, and viewing the portal as another role. The checks are in
// access/grants.ts.
export { default as menuCreate } from './menuCreate.ts';
export { default as menuDel } from './menuDel.ts';
export { default as menuList } from './menuList.ts';
export { default as menuSort } from './menuSort.ts';
export { default as menuUpdate } from './menuUpdate.ts';
export { default as roleCreate } from './roleCreate.ts';
export { default as roleDel } from './roleDel.ts';
export { default as roleList } from './roleList.ts';
export { default as roleListSystem } from './roleListSystem.ts';
export { default as roleMenuChoices } from './roleMenuChoices.ts';
export { default as roleMenuDistribution } from './roleMenuDistribution.ts';
export { default as roleMenuView } from './roleMenuView.ts';
export { default as roleUpdate } from './roleUpdate.ts';
export { default as roleViewAs } from './roleViewAs.ts';
export { default as roleViewAsEnd } from './roleViewAsEnd.ts';
