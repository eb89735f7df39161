// The fleet desk: which plants cost most, and how they compare.
export { default as benchmark } from './benchmark.ts';
export { default as list } from './list.ts';
export { default as summary } from './summary.ts';
export { default as trends } from './trends.ts';
