import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTopic, topicFilterOf, topicOf } from './topics.ts';

describe('topics', () => {
  it('carry the sn and the kind', () => {
    expect(topicOf('86A10001', 'report')).toBe('helioport/86A10001/report');
    expect(topicFilterOf('status')).toBe('helioport/+/status');
    expect(parseTopic('helioport/METER-01/command')).toEqual({ sn: 'METER-01', kind: 'command' });
    expect(topicOf('sunhall.3P10-0001', 'report')).toBe('helioport/sunhall.3P10-0001/report');
    expect(parseTopic('helioport/sunhall.3P10-0001/status')).toEqual({
      sn: 'sunhall.3P10-0001',
      kind: 'status',
    });
  });

  it.each([
    '',
    'ABC',
    '86a10001',
    '+',
    '#',
    'A/B1',
    'AB+1',
    '-ABC',
    'ABCD ',
    'ABCD\n',
    'A'.repeat(33),
    // A second topic of a device that has one, or of a part.
    'nep.86A10001',
    'Sunhall.86A10001',
    'sunhall.86a10001',
    'sunhall.86A10001~battery',
    'sunhall.+',
  ])('refuse the sn %j', (sn) => {
    expect(() => topicOf(sn, 'report')).toThrow(RangeError);
    expect(parseTopic(`helioport/${sn}/report`)).toBeNull();
  });

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
      fc.constantFrom('helioport', '86A10001', 'sunhall.86A10001', 'report', 'status'),
      fc.string({ maxLength: 6 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 4 }), (pieces) => {
        const topic = pieces.join('/');
        const parsed = parseTopic(topic);
        if (parsed !== null) expect(topicOf(parsed.sn, parsed.kind)).toBe(topic);
      }),
    );
  });
});
