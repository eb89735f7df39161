import http from 'node:http';
import net from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anonymous } from '../access/me.ts';
import { type LiveStream, openStream } from './liveStream.ts';

let server: http.Server;
let response: http.ServerResponse;
let stream: LiveStream;
let reader: net.Socket;
let received = '';

beforeAll(async () => {
  const opened = new Promise<void>((resolve) => {
    server = http.createServer((_request, answer) => {
      response = answer;
      stream = openStream(answer, { token: '', session: '', me: anonymous, now: 0 });
      resolve();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  reader = net.connect((server.address() as net.AddressInfo).port, '127.0.0.1', () =>
    reader.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'),
  );
  reader.on('data', (chunk) => {
    received += chunk.toString();
  });
  await opened;
});
afterAll(() => {
  stream.end();
  reader.destroy();
  server.closeAllConnections();
  server.close();
});

const until = async (isSo: () => boolean) => {
  await expect.poll(isSo).toBe(true);
};
const plants = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => `DE_20260101_${String(from + i).padStart(6, '0')}`);

it('keeps no pile of notes for a page that does not read, and tells it what it missed in one', async () => {
  reader.pause();
  for (let i = 0; i < 10_000 && !response.writableNeedDrain; i++) {
    stream.sendReports(plants(0, 1_000));
    stream.flush();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(response.writableNeedDrain).toBe(true);
  const held = response.writableLength;
  for (let i = 0; i < 1_000; i++) {
    stream.sendReports(plants(500_000, 5));
    stream.flush();
  }
  expect(response.writableLength).toBe(held);

  received = '';
  reader.resume();
  await until(() => !response.writableNeedDrain);
  stream.flush();
  const last = 'DE_20260101_500004';
  await until(() => received.includes(last));
  expect(received.split(last)).toHaveLength(2);
});

it('does not name more plants than a page can use', async () => {
  received = '';
  stream.sendReports(plants(0, 50_000));
  stream.flush();
  await until(() => received.includes('\n\n'));
  expect(received).toContain('data: {"sids":[],"all":true}');
});
