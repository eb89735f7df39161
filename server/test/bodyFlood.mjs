// A process of its own that posts bodies without a sign, all at once, and tells its parent the statuses: what it costs to
// send them must not be taken for what it costs to be answered meanwhile. Arguments: address, count, bytes of every
// other body, bytes of the rest. By node:http, since a `fetch` whose connection the server closes early may never end.
import http from 'node:http';

const [, , url, count, ...sizes] = process.argv;
const PATIENCE_MS = 40_000;

/** The status; 413 if the connection is cut off before the response is read, 0 if nothing comes. */
const send = (bytes) =>
  new Promise((resolve) => {
    const request = http.request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': bytes },
      agent: false,
      timeout: PATIENCE_MS,
    });
    request.once('response', (response) => {
      resolve(response.statusCode);
      response.resume();
    });
    request.once('timeout', () => {
      resolve(0);
      request.destroy();
    });
    request.on('error', () => resolve(413));
    request.once('close', () => resolve(413));
    request.end('e'.repeat(bytes));
  });

process.send(await Promise.all(Array.from({ length: Number(count) }, (_, i) => send(Number(sizes[i % 2])))));
process.disconnect();
