import { energyFlowOf } from '@helioport/domain/figures';
import { describe, expect, test } from 'vitest';
import { flowPicture, NODE } from './energyFlow.ts';

describe('the energy flow picture', () => {
  test('without panels begins below their place', () => {
    const wire = energyFlowOf({ pvW: null, battery: { powerW: -350, soc: 0.4 } });
    const { nodes, top, height } = flowPicture(wire, 5000, true);
    expect(nodes.map(({ key }) => key)).toEqual(['grid', 'home', 'battery']);
    expect(Math.min(...nodes.map(({ y }) => y))).toBe(top);
    expect(Math.max(...nodes.map(({ y }) => y)) + NODE.height).toBe(top + height);
  });

  test('of a plant without a meter shows the panels and one unmeasured node', () => {
    const { nodes, isMetered } = flowPicture(energyFlowOf({ pvW: 1500 }), 2000, true);
    expect(isMetered).toBe(false);
    expect(nodes.map(({ key, powerW }) => [key, powerW])).toEqual([
      ['PVPanel', 1500],
      ['use', null],
    ]);
    expect(nodes[0]?.direction).toBe('out');
  });

  test('shows what a plant with meter and battery has, and no generator', () => {
    const wire = energyFlowOf({ pvW: 3000, gridW: -500, battery: { powerW: -1000, soc: 0.62 } });
    const { nodes } = flowPicture(wire, 4000, true);
    expect(nodes.map(({ key, powerW, direction }) => [key, powerW, direction])).toEqual([
      ['PVPanel', 3000, 'out'],
      ['grid', 500, 'into'],
      ['home', 1500, 'into'],
      ['battery', 1000, 'into'],
    ]);
    expect(nodes.at(-1)?.chargePercent).toBe(62);
  });

  test('keeps the age of an outdated value, and a meter without a current one', () => {
    const outdated = { battery: { at: 1000, isLive: true }, grid: { at: 500, isLive: false } };
    const wire = energyFlowOf({ pvW: 381, gridW: 0, battery: { powerW: -876, soc: 0.5 }, outdated });
    const { nodes, isMetered } = flowPicture(wire, 4000, true);
    expect(isMetered).toBe(true);
    expect(nodes.map(({ key, powerW, outdatedAt }) => [key, powerW, outdatedAt])).toEqual([
      ['PVPanel', 381, null],
      ['grid', null, 500],
      ['home', null, null],
      ['battery', 876, 1000],
    ]);
  });

  test('draws a stronger flow thicker', () => {
    const { nodes } = flowPicture(energyFlowOf({ pvW: 3000, gridW: -2500 }), 4000, true);
    const widths = Object.fromEntries(nodes.map(({ key, width }) => [key, width]));
    expect(widths.PVPanel).toBeGreaterThan(widths.grid ?? 0);
    expect(widths.grid).toBeGreaterThan(widths.home ?? 0);
  });

  test('stands still when the figures are old', () => {
    const { nodes } = flowPicture(energyFlowOf({ pvW: 3000, gridW: -2500 }), 4000, false);
    expect(nodes.every(({ direction }) => direction === 'still')).toBe(true);
  });
});
