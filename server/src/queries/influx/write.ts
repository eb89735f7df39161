// One write of line protocol to a database that a user has entered, over the same guard as webhooks.
import { gzipSync } from 'node:zlib';
import { isAccepted, type PrivateHooks, postGuarded } from '../../platform/webhook.ts';
import type { OutputTarget } from '../../repositories/influxOutputs.ts';

/** Result of a write. */
interface WriteOutcome {
  isAccepted: boolean;
  /** HTTP status; null without a response. */
  status: number | null;
  /** In English; '' after an accepted write. */
  error: string;
}

const ERROR_SHOWN = 200;

/** Whether the entered address is the write call of InfluxDB 1. */
const isVersion1 = (path: string): boolean => path.endsWith('/write') && !path.endsWith('/api/v2/write');

const pathOf = (address: URL): string => address.pathname.replace(/\/+$/, '');

/**
 * The address of the write call: that of InfluxDB 2 below the entered one, unless it is a write call itself. That of
 * InfluxDB 1 has the bucket `database/retention policy` also as two parameters.
 */
function writeUrl({ url, org, bucket }: Omit<OutputTarget, 'token'>): string {
  const address = new URL(url);
  const path = pathOf(address);
  address.pathname = path.endsWith('/write') ? path : `${path}/api/v2/write`;
  if (org !== '') address.searchParams.set('org', org);
  if (bucket !== '') address.searchParams.set('bucket', bucket);
  if (bucket !== '' && isVersion1(path)) {
    const [database = '', policy = ''] = bucket.split('/', 2);
    address.searchParams.set('db', database);
    if (policy !== '') address.searchParams.set('rp', policy);
  }
  address.searchParams.set('precision', 'ms');
  return address.href;
}

/** InfluxDB 1 before 1.8 reads a user and password from basic authentication only. */
const authorizationOf = ({ url, token }: OutputTarget): string =>
  token.includes(':') && isVersion1(pathOf(new URL(url)))
    ? `Basic ${Buffer.from(token).toString('base64')}`
    : `Token ${token}`;

/** The message of an error of InfluxDB, else the beginning of the response. */
function messageOf(text: string): string {
  try {
    const { message, error } = JSON.parse(text) as { message?: unknown; error?: unknown };
    const found = message ?? error;
    if (typeof found === 'string') return found;
  } catch {
    // No JSON: shown as it is.
  }
  return text;
}

/** Posts lines; never rejects. */
export async function writeLines(
  target: OutputTarget,
  lines: readonly string[],
  allowsPrivate: PrivateHooks,
): Promise<WriteOutcome> {
  const body = gzipSync(lines.map((line) => `${line}\n`).join(''));
  try {
    const { status, text } = await postGuarded({
      url: writeUrl(target),
      body,
      allowsPrivate,
      headers: {
        'content-type': 'text/plain; charset=utf-8',
        'content-encoding': 'gzip',
        'content-length': body.length,
        ...(target.token === '' ? {} : { authorization: authorizationOf(target) }),
      },
    });
    if (isAccepted(status)) return { isAccepted: true, status, error: '' };
    const message = messageOf(text).trim().slice(0, ERROR_SHOWN);
    return { isAccepted: false, status, error: `answered ${status}${message === '' ? '' : `: ${message}`}` };
  } catch (error) {
    return { isAccepted: false, status: null, error: (error as Error).message };
  }
}
