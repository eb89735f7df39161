// What a kWh of each country's grid costs in CO2, edited by administrators.
export { default as list } from './list.ts';
export { default as update } from './update.ts';
