import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTopic, topicFilterOf, topicOf } from './topics.ts';

describe('topics', () => {
  it('carry the serial and the kind', () => {
    expect(topicOf('86A10001', 'report')).toBe('helioport/86A10001/report');
    expect(topicFilterOf('status')).toBe('helioport/+/status');
    expect(parseTopic('helioport/METER-01/command')).toEqual({ serial: 'METER-01', kind: 'command' });
  });

  it.each(['', 'ABC', '86a10001', '+', '#', 'A/B1', 'AB+1', '-ABC', 'ABCD ', 'ABCD\n', 'A'.repeat(33)])(
    'refuse the serial %j',
    (serial) => {
      expect(() => topicOf(serial, 'report')).toThrow(RangeError);
      expect(parseTopic(`helioport/${serial}/report`)).toBeNull();
    },
  );

  it.each([
    '',
    'helioport',
    'helioport/86A10001',
    'helioport/86A10001/',
    'helioport/86A10001/report/more',
    'helioport/86A10001/Report',
    'helioport/86A10001/constructor',
    'other/86A10001/report',
    '/helioport/86A10001/report',
    '$SYS/86A10001/report',
  ])('refuse the topic %j', (topic) => {
    expect(parseTopic(topic)).toBeNull();
  });

  it('never throw on parsing, and build again what they parsed', () => {
    const piece = fc.oneof(
      fc.constantFrom('helioport', '86A10001', 'report', 'status'),
      fc.string({ maxLength: 6 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 4 }), (pieces) => {
        const topic = pieces.join('/');
        const parsed = parseTopic(topic);
        if (parsed !== null) expect(topicOf(parsed.serial, parsed.kind)).toBe(topic);
      }),
    );
  });
});
