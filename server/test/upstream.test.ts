// Forwarding by real processes: nothing that was acknowledged to a device is lost when the portal is killed.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeFrame, encodeFrame } from '@helioport/protocol/nep/frame';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeDevice, makeSite } from '../seed/make.ts';
import { inTransaction } from '../src/platform/db.ts';
import { eventually } from './eventually.ts';
import { freshDatabase, type TestDatabase } from './harness.ts';
import { type ServerProcess, startProcess } from './processes.ts';

const BDM_400 = Buffer.from(
  '7926004014ffffffffffffffff1c00c3c3c3c3785634120000755752172010002bfe31cf145c1a0684487f17fd',
  'hex',
);
const FRAMES = 20;

let database: TestDatabase;
let portal: ServerProcess;
let isUp = false;
let isHanging = false;
const received: string[] = [];
const vendor = http.createServer((request, response) => {
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.on('end', () => {
    if (!isUp) return void response.writeHead(503).end();
    received.push(Buffer.concat(pieces).toString('hex'));
    if (!isHanging) response.end('20260621120000');
  });
});

beforeAll(async () => {
  database = await freshDatabase();
  await inTransaction(database.db, 'write', async (tx) => {
    const { id } = await makeSite(tx);
    for (let i = 0; i < FRAMES; i++) await makeDevice(tx, id, { serial: serialOf(i) });
  });
  await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await portal?.kill();
  vendor.close();
  await database.close();
});

const serialOf = (i: number): string => (0x2000_0000 + i).toString(16).toUpperCase();

const start = () =>
  startProcess({
    DATABASE_URL: database.url,
    UPSTREAM: `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`,
    WEBHOOK_NETWORKS: '127.0.0.1',
  });

const queued = async () =>
  (await sql<{ n: number }>`select count(*) as n from upstream_frames`.execute(database.db)).rows[0]!.n;

it('forwards every frame after a kill while the server was down, and after a kill during a request', async () => {
  portal = await start();
  const decoded = decodeFrame(BDM_400);
  if (!decoded.ok) throw new Error('captured frame not readable');
  const frames = Array.from({ length: FRAMES }, (_, i) =>
    Buffer.from(encodeFrame({ ...decoded.frame, serial: serialOf(i) })),
  );
  for (const frame of frames) {
    const response = await fetch(`${portal.url}/i.php`, { method: 'POST', body: new Uint8Array(frame) });
    expect(await response.text()).toMatch(/^\d{14}$/);
  }
  await portal.kill('SIGKILL');
  expect(await queued()).toBe(FRAMES);

  isUp = true;
  isHanging = true;
  portal = await start();
  await eventually(() => expect(received.length).toBeGreaterThan(0));
  await portal.kill('SIGKILL');
  expect(await queued()).toBe(FRAMES);

  isHanging = false;
  portal = await start();
  await eventually(async () => expect(await queued()).toBe(0));
  expect(new Set(received)).toEqual(new Set(frames.map((frame) => frame.toString('hex'))));
  const text = await (await fetch(`${portal.url}/metrics`)).text();
  expect(text).toContain(`helioport_upstream_sent_total ${FRAMES}`);
  expect(text).toContain('helioport_upstream_queued_frames 0');
});
