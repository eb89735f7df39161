import { describe, expect, it } from 'vitest';
import { modulesIn, parameterOf } from './chosenModules.ts';

describe('the chosen modules of an address', () => {
  it('come back as they were written, devices of other vendors and parts of machines among them', () => {
    const names = ['E0000001_3', 'acme.HY-1~solar_12', 'E0000001_1'];
    expect(modulesIn(parameterOf(new Set(names)))).toEqual([
      { sn: 'E0000001', addr: 3 },
      { sn: 'acme.HY-1~solar', addr: 12 },
      { sn: 'E0000001', addr: 1 },
    ]);
  });

  it('are none where the address names none', () => {
    expect(modulesIn('')).toEqual([]);
    expect(modulesIn('E0000001,_1,E0000001_0,E0000001_x')).toEqual([]);
  });

  it('end with the one that was chosen last, however many there are', () => {
    const names = new Set(Array.from({ length: 400 }, (_, i) => `E${i}_1`));
    const kept = modulesIn(parameterOf(names));
    expect(kept.at(-1)).toEqual({ sn: 'E399', addr: 1 });
    expect(kept.length).toBeLessThan(names.size);
  });
});
