// Parses the text of a server-sent-events stream incrementally. `EventSource` cannot send an Authorization header, so
// the stream is read by `fetch`.

export interface StreamEvent {
  /** Name of the event; `message` when the stream names none. */
  name: string;
  data: string;
}

/**
 * Creates an incremental parser. Feed it decoded text; it returns the events completed by it and buffers the rest.
 * Follows the event-stream format of the HTML standard for `event`, `data` and comments; `id` and `retry` are not
 * used.
 */
export function createEventParser(): (text: string) => StreamEvent[] {
  let rest = '';
  let name = '';
  let data: string[] = [];
  return (text) => {
    const events: StreamEvent[] = [];
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) events.push({ name: name || 'message', data: data.join('\n') });
        name = '';
        data = [];
        continue;
      }
      const colon = line.indexOf(':');
      if (colon === 0) continue;
      const field = colon < 0 ? line : line.slice(0, colon);
      const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
      if (field === 'event') name = value;
      if (field === 'data') data.push(value);
    }
    return events;
  };
}
