// Devices that do not answer as they should, and gateways with self-signed certificates.

import { X509Certificate } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { cert, key } from '../../test/certificate.ts';
import { ConfigError, parseConfig } from '../config.ts';
import { openApsystems } from './apsystems/apsystems.ts';
import { openEnphase } from './enphase/enphase.ts';
import { originOf } from './http.ts';

const servers: http.Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});
async function start(server: http.Server): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('a device', () => {
  const reply = (handle: (response: http.ServerResponse) => void) =>
    start(http.createServer((_request, response) => handle(response)));
  const read = async (address: string, ms = 5000) =>
    await openApsystems({ address }).read(AbortSignal.timeout(ms));

  it.each<[string, (response: http.ServerResponse) => void, string]>([
    ['garbage', (response) => response.end('\u0000<html>'), 'other than JSON'],
    ['deep', (response) => response.end('['.repeat(900_000)), 'other than JSON'],
    [
      'redirect',
      (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      'redirects',
    ],
    ['failing', (response) => response.writeHead(500).end('{}'), 'status 500'],
    ['forbidden', (response) => response.writeHead(401).end(), 'access token'],
    ['missing', (response) => response.writeHead(404).end(), 'no success'],
    ['huge', (response) => response.end(Buffer.alloc(3_000_000, 0x20)), 'more than 1024 kB'],
    ['NaN', (response) => response.end('{"message":"SUCCESS","data":{"p1":NaN}}'), 'other than JSON'],
    ['endless', (response) => void setInterval(() => response.write('   '), 20).unref(), 'aborted'],
    ['silent', () => {}, 'aborted'],
    ['closing', (response) => response.destroy(), 'other side closed'],
  ])('that is %s is not read', async (_name, handle, problem) => {
    await expect(read(await reply(handle), 1000)).rejects.toThrow(problem);
  });
});

describe('a gateway with a self-signed certificate', () => {
  const { fingerprint256 } = new X509Certificate(cert);

  it('is read only if its fingerprint is known, and gets no token before', async () => {
    const tokens: (string | undefined)[] = [];
    const address = await start(
      https.createServer({ key, cert }, (request, response) => {
        tokens.push(request.headers.authorization);
        if (request.url !== '/production.json') return response.writeHead(404).end();
        return response.end('{"production":[{"type":"inverters","wNow":5,"whLifetime":7}]}');
      }),
    );
    const read = async (certificate?: string) =>
      await openEnphase({ address, accessToken: 'jwt', certificate }).read(AbortSignal.timeout(5000));
    await expect(read()).rejects.toThrow(`add "certificate": "${fingerprint256}"`);
    await expect(read(fingerprint256.replace(/^../, '00'))).rejects.toThrow('has changed');
    expect(tokens).toEqual([]);
    const readings = [{ source: '', role: 'pv', values: { powerW: 5, energyOutWh: 7 } }];
    expect(await read(fingerprint256.toLowerCase())).toEqual(readings);
    expect(await read('accept')).toEqual(readings);
    expect(new Set(tokens)).toEqual(new Set(['Bearer jwt']));
  });
});

describe('configuration', () => {
  const token = '0'.repeat(32);
  const parse = (value: unknown) => parseConfig(JSON.stringify(value), '/srv');

  it('takes what the portal shows', () => {
    const devices = [
      { type: 'apsystems', name: 'Balcony', address: '192.168.1.60', token },
      { type: 'sunspec', name: 'Roof', address: '192.168.1.61:1502', unit: 126, token, interval: 30 },
    ];
    expect(parse({ portal: 'http://portal.example:8080/', devices })).toEqual({
      portal: 'http://portal.example:8080',
      buffer: '/srv/agent-data',
      bufferBytes: 64_000_000,
      devices: [
        { ...devices[0], interval: 60 },
        { ...devices[1], meterPositive: 'import' },
      ],
    });
    expect(originOf('inverter.local', { scheme: 'http', port: 8050 })).toBe('http://inverter.local:8050');
    expect(originOf('https://inverter.local/', { scheme: 'http' })).toBe('https://inverter.local');
  });

  it.each([
    [{ portal: 'portal.example', devices: [] }, 'portal: expected the address of the portal'],
    [
      { portal: 'http://a', devices: [{ type: 'x' }] },
      'expected one of: apsystems, enphase, fronius, sunspec',
    ],
    [
      { portal: 'http://a', devices: [{ type: 'fronius', name: 'A', address: '::', token }] },
      'expected a host',
    ],
    [
      { portal: 'http://a', devices: [{ type: 'fronius', name: 'A', address: 'a', token: 'x' }] },
      'devices.0.token',
    ],
    [
      {
        portal: 'http://a',
        devices: ['a', 'b'].map((address) => ({ type: 'fronius', name: 'A', address, token })),
      },
      'devices.1.name: each device needs its own name',
    ],
  ])('explains %j', (value, problem) => {
    expect(() => parse(value)).toThrow(problem);
    expect(() => parse(value)).toThrow(ConfigError);
  });
});
