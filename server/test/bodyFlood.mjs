// A process of its own that posts bodies without a sign, all at once, and tells its parent the statuses: what it costs to
// send them must not be taken for what it costs to be answered meanwhile. Arguments: address, count, bytes of every
// other body, bytes of the rest.
const [, , url, count, ...sizes] = process.argv;

const send = async (bytes) => {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: 'e'.repeat(bytes),
  }).catch(() => undefined);
  // A body that is refused by its length may be cut off before the answer is read.
  return answer?.status ?? 413;
};

process.send(await Promise.all(Array.from({ length: Number(count) }, (_, i) => send(Number(sizes[i % 2])))));
process.disconnect();
