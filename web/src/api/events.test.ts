import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEventParser } from './events.ts';

const stream = ': hello\n\nevent: report\ndata: {"sids":["DE_1"]}\n\ndata: a\ndata: b\n\n: beat\n\n';

describe('the event stream', () => {
  it('gives named events, joins data lines and passes over comments', () => {
    expect(createEventParser()(stream)).toEqual([
      { name: 'report', data: '{"sids":["DE_1"]}' },
      { name: 'message', data: 'a\nb' },
    ]);
  });

  it('reads the same events wherever the network cuts the text, with any line ending', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.array(fc.nat(stream.length * 2), { maxLength: 8 }),
        (ending, cuts) => {
          const text = stream.replaceAll('\n', ending);
          const parse = createEventParser();
          const marks = [0, ...cuts.filter((cut) => cut < text.length).sort((a, b) => a - b), text.length];
          const pieces = marks.slice(1).map((end, i) => text.slice(marks[i], end));
          // A lone CR at the very end may still become CRLF, so the last event is due with the next piece.
          const events = [...pieces.flatMap(parse), ...parse(':\n\n')];
          expect(events).toEqual(createEventParser()(stream));
        },
      ),
    );
  });
});
