import { describe, expect, it } from 'vitest';
import { stateOfZone, zoneName } from './zones.ts';

describe('zoneName', () => {
  it('gives zones the names that people know today', () => {
    expect(zoneName('Asia/Calcutta')).toBe('Asia/Kolkata');
    expect(zoneName('Europe/Berlin')).toBe('Europe/Berlin');
  });

  it('renames no zone into one that the runtime does not know', () => {
    for (const zone of Intl.supportedValuesOf('timeZone')) {
      const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: zoneName(zone) }).resolvedOptions();
      expect(zoneName(timeZone)).toBe(zoneName(zone));
    }
  });
});

describe('stateOfZone', () => {
  it('tells the state where a zone lies in one only', () => {
    expect(stateOfZone('Australia/Perth')).toBe('AU-WA');
    expect(stateOfZone('America/Indianapolis')).toBe('US-IN');
    expect(stateOfZone('America/New_York')).toBeUndefined();
  });
});
