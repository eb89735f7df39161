// JSON from devices in the local network: bounded in size and time, without redirects.
import { type Dispatcher, request } from 'undici';
import { ReadFailure } from './source.ts';

const RESPONSE_BYTES_MAX = 1_048_576;

export interface GetJson {
  /** Origin of the device, such as `http://192.168.1.60`. */
  origin: string;
  path: string;
  signal: AbortSignal;
  headers?: Record<string, string>;
  dispatcher?: Dispatcher;
}

/** The JSON at an address; undefined if the device has no such page (404). */
export async function getJson({ origin, path, signal, headers = {}, dispatcher }: GetJson): Promise<unknown> {
  const { statusCode, body } = await request(`${origin}${path}`, {
    signal,
    headers: { accept: 'application/json', ...headers },
    ...(dispatcher ? { dispatcher } : {}),
  });
  const text = await textWithin(body, RESPONSE_BYTES_MAX, path);
  if (statusCode === 404) return undefined;
  if (statusCode >= 300 && statusCode < 400)
    throw new ReadFailure(`${path} redirects elsewhere, which is not followed; enter the final address`);
  if (statusCode === 401 || statusCode === 403)
    throw new ReadFailure(`${path} rejects the access (${statusCode}); check the access token`);
  if (statusCode !== 200) throw new ReadFailure(`${path} answers with status ${statusCode}`);
  try {
    return JSON.parse(text);
  } catch {
    throw new ReadFailure(`${path} answers with something other than JSON`);
  }
}

/** The text of a response; rejects when it is longer. */
export async function textWithin(
  body: Dispatcher.ResponseData['body'],
  bytesMax: number,
  what: string,
): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bytesMax) {
      body.destroy();
      throw new ReadFailure(`${what} answers with more than ${bytesMax / 1024} kB`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The origin of an address as users enter it: `192.168.1.60`, `inverter.local:8050` or a URL. */
export function originOf(
  address: string,
  { scheme, port }: { scheme: 'http' | 'https'; port?: number },
): string {
  const url = new URL(address.includes('://') ? address : `${scheme}://${address}`);
  if (url.port === '' && port !== undefined && !/:\d+\/?$/.test(address)) url.port = String(port);
  return url.origin;
}
