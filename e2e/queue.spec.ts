// Uploads of one user wait for each other on the server; the page shows the place in the queue.
import { crc32, deflateSync } from 'node:zlib';
import { account } from '@helioport/contract/account';
import { afterAll, expect, it } from 'vitest';
import {
  accessibilityFindings,
  callApi,
  closePages,
  newContext,
  picture,
  productUrl,
  signIn,
} from './fixtures.ts';

afterAll(closePages);

const SIDE = 7_000;

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** A black PNG of 49 million pixels: small as a file, about half a second to decode. */
function slowImage(): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIDE, 0);
  header.writeUInt32BE(SIDE, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const pixels = deflateSync(Buffer.alloc(SIDE * (SIDE + 1)));
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

async function upload(token: string, image: Buffer): Promise<number> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(image)]), 'roof.png');
  const answer = await fetch(`${productUrl()}/${account.avatar.path}`, {
    method: 'POST',
    headers: { authorization: token },
    body: form,
  });
  return ((await answer.json()) as { code: number }).code;
}

it.each([
  [1440, 'light'],
  [390, 'dark'],
] as const)('a user sees the place of a waiting upload at %i px, %s', async (width, scheme) => {
  const context = await newContext({ width, scheme });
  const token = await signIn(context, 'owner@demo.test');
  const page = await context.newPage();
  const connected = page.waitForResponse((response) => response.url().endsWith('/live'));
  await page.goto('/ucenter/account');
  await page.locator('h1').first().waitFor();
  await connected;

  const image = slowImage();
  const uploads = Promise.all(Array.from({ length: 8 }, () => upload(token, image)));
  const banner = page.locator('.hp-queue');
  await banner.getByText(/Waiting in queue: position \d/).waitFor();
  await picture(page, `queue-${width}-${scheme}`);
  expect(await accessibilityFindings(page)).toEqual([]);
  const codes = await uploads;
  expect(new Set(codes)).toEqual(new Set([200]));
  await callApi(account.avatarDelete, {}, token);
  await expect.poll(() => banner.innerText()).toBe('');
  await context.close();
});
