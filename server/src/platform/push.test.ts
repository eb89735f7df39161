// A push service of our own, which opens what comes as a browser would (RFC 8188, 8291) and looks at who sent it (RFC 8292).
import { createPublicKey, verify } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { newBrowser } from '../../test/pushBrowser.ts';
import { arePushKeys, newPushKeys, sendPush } from './push.ts';

interface Arrived {
  headers: http.IncomingHttpHeaders;
  encrypted: Buffer;
}

let arrived: Arrived[] = [];
let answers: number[] = [];
let endpoint: string;
const service = http.createServer((request, response) => {
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.on('end', () => {
    arrived.push({ headers: request.headers, encrypted: Buffer.concat(pieces) });
    response.writeHead(answers.shift() ?? 201).end();
  });
});
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    service.listen(0, '127.0.0.1', resolve);
  });
  endpoint = `http://127.0.0.1:${(service.address() as AddressInfo).port}/push/abc`;
});
afterAll(() => service.close());
beforeEach(() => {
  arrived = [];
  answers = [];
});

const keys = newPushKeys();
const send = (browser: ReturnType<typeof newBrowser>, more: Partial<Parameters<typeof sendPush>[0]> = {}) =>
  sendPush({
    browser: browser.keys,
    body: { title: 'Barn', body: 'Überhitzt' },
    isUrgent: true,
    keys,
    subject: 'https://portal.test',
    allowsPrivate: true,
    ...more,
  });

it('reaches the browser sealed, so that it alone can read it, and says who sends it', async () => {
  const [mine, other] = [newBrowser(endpoint), newBrowser(endpoint)];
  expect(await send(mine)).toBe('sent');
  const [{ headers, encrypted }] = arrived as [Arrived];
  expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high', ttl: '86400' });
  expect(encrypted.includes('Barn')).toBe(false);
  expect(mine.open(encrypted)).toEqual({ title: 'Barn', body: 'Überhitzt' });
  expect(() => other.open(encrypted)).toThrow();

  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? '') ?? [];
  expect(key).toBe(keys.publicKey);
  const [head = '', claims = '', signature = ''] = token.split('.');
  const claimed = JSON.parse(Buffer.from(claims, 'base64url').toString());
  expect(claimed).toMatchObject({ aud: new URL(endpoint).origin, sub: 'https://portal.test' });
  const point = Buffer.from(keys.publicKey, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  expect(isSigned).toBe(true);
});

it.each([404, 410])('is over for a browser of which its service answers %i', async (status) => {
  answers = [status];
  expect(await send(newBrowser(endpoint))).toBe('gone');
});

it('says what the service answered when it would not', async () => {
  answers = [429];
  await expect(send(newBrowser(endpoint))).rejects.toThrow('answered 429');
});

it('goes nowhere inside the own network', async () => {
  expect(await send(newBrowser(endpoint), { allowsPrivate: false })).toBe('gone');
  const browser = newBrowser(endpoint);
  browser.keys.endpoint = 'https://localhost:1/push';
  await expect(send(browser, { allowsPrivate: false })).rejects.toThrow('The address does not respond');
  expect(arrived).toEqual([]);
});

it('knows the keys of a browser from nonsense', () => {
  const { keys } = newBrowser(endpoint);
  expect(arePushKeys(keys)).toBe(true);
  expect(arePushKeys({ ...keys, p256dh: keys.auth })).toBe(false);
  expect(arePushKeys({ ...keys, auth: 'x' })).toBe(false);
});
