// Personal access tokens and the calendar address of the caller.
export { default as calendar } from './calendar.ts';
export { default as calendarCreate } from './calendarCreate.ts';
export { default as calendarRevoke } from './calendarRevoke.ts';
export { default as create } from './create.ts';
export { default as list } from './list.ts';
export { default as revoke } from './revoke.ts';
