// Test fixtures: a browser, logged-in users, accessibility checks, and a device that posts raw bytes.
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { account } from '@helioport/contract/account';
import type { Endpoint, InputOf, OutputOf } from '@helioport/contract/endpoint';
import type { Envelope } from '@helioport/contract/envelope';
import axe from 'axe-core';
import type pg from 'pg';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { findChromium } from './chromium.ts';

export const DEMO_PASSWORD = 'helioport-demo';

/** Address of the running product. */
export const productUrl = (): string => inject('productUrl');

let browser: Browser | undefined;

async function theBrowser(): Promise<Browser> {
  browser ??= await chromium.launch({
    ...(await findChromium()),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  return browser;
}

/** Closes all pages; call it in `afterAll`. The browser ends with the process, because the next file needs it too. */
export async function closePages(): Promise<void> {
  await Promise.all((browser?.contexts() ?? []).map((context) => context.close()));
}

export interface Look {
  width?: number;
  height?: number;
  scheme?: 'light' | 'dark';
  locale?: string;
  /** Time zone of the browser; default that of the host. */
  timeZone?: string;
}

/** A fresh browser profile. Pages of it fail their story when a script of the page throws. */
export async function newContext(look: Look = {}): Promise<BrowserContext> {
  const context = await (await theBrowser()).newContext({
    baseURL: productUrl(),
    viewport: { width: look.width ?? 1440, height: look.height ?? 900 },
    colorScheme: look.scheme ?? 'light',
    locale: look.locale ?? 'en-US',
    ...(look.timeZone === undefined ? {} : { timezoneId: look.timeZone }),
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(30_000);
  return context;
}

/** Calls the API as a client would; throws on any answer but success. */
export async function callApi<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  token = '',
): Promise<OutputOf<E>> {
  const answer = await fetch(`${productUrl()}/${endpoint.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: token },
    body: JSON.stringify(input),
  });
  const envelope = (await answer.json()) as Envelope;
  if (envelope.code !== 200) throw new Error(`${endpoint.path}: ${envelope.code} ${envelope.msg}`);
  return envelope.data as OutputOf<E>;
}

let used = Date.now() % 0xff_ffff;

/** A serial number of an inverter that no test has used, nor an earlier try of one. */
export const freshSerial = (): string =>
  `EA${(used++ % 0x100_0000).toString(16).toUpperCase().padStart(6, '0')}`;

/** An ID that no plant has. */
export const freshSid = (country: string): string =>
  `${country}_20260101_${(used++).toString(36).slice(-4).padStart(4, '0')}`;

/** Puts the session of a demo login into the profile, as the login page would, and returns the token. */
export async function signIn(context: BrowserContext, email: string): Promise<string> {
  const { tokenInfo, userInfo } = await callApi(account.signIn, { account: email, password: DEMO_PASSWORD });
  const { companyId, groupName, fullHeaderImg, role, groupId } = userInfo;
  const state = {
    token: tokenInfo.token,
    info: userInfo,
    email,
    companyId,
    groupName,
    fullHeaderImg,
    role,
    groupId,
    menus: [],
    btns: [],
    pages: [],
    pageModules: [],
  };
  await context.addInitScript(
    (text) => {
      if (!localStorage.getItem('helioport-session')) localStorage.setItem('helioport-session', text);
    },
    JSON.stringify({ state, version: 1 }),
  );
  return tokenInfo.token;
}

/** A page of a logged-in user. */
export async function pageOf(email: string, look: Look = {}): Promise<Page> {
  const context = await newContext(look);
  await signIn(context, email);
  return await context.newPage();
}

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** All rules whose result depends on colors. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * What axe finds wrong on the page by WCAG 2.2 A and AA, one line per finding. With `onlyColors`, the rules that do not
 * depend on colors are left out, for a page that has been checked with other colors.
 */
export async function accessibilityFindings(page: Page, onlyColors = false): Promise<string[]> {
  // Evaluated, not added as a script tag: the product's content policy refuses foreign scripts.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return await page.evaluate(
    async (runOnly) => {
      // What a modal window half covers cannot be reached, and is judged where no window is open.
      const windows = [...document.querySelectorAll<HTMLElement>('[role="dialog"][aria-modal="true"]')];
      const top = windows.findLast((one) => one.checkVisibility());
      const check = async (part: Element | Document) => {
        const found = await (globalThis as unknown as { axe: typeof axe }).axe.run(part, {
          runOnly,
          // All else is reported by its first element only, which is faster.
          resultTypes: ['violations'],
        });
        return found.violations.flatMap((violation) =>
          violation.nodes.map(
            (node) => `${violation.id}: ${node.target.join(' ')} (${node.failureSummary ?? ''})`,
          ),
        );
      };
      // A toast can cover part of any control for some seconds: the page is checked without it, and the toast alone.
      const toasts = document.querySelector<HTMLElement>('.hp-notices:has(li)');
      if (!toasts) return await check(top ?? document);
      const inToasts = await check(toasts);
      toasts.style.visibility = 'hidden';
      try {
        return [...inToasts, ...(await check(top ?? document))];
      } finally {
        toasts.style.visibility = '';
      }
    },
    onlyColors ? ({ type: 'rule', values: COLOR_RULES } as const) : ({ type: 'tag', values: RULES } as const),
  );
}

/**
 * Shows an open page on a laptop and on a phone, in light and dark theme, and expects no axe findings and no
 * horizontal scrolling. `name`, if given, is that of the screenshots.
 */
export async function checkEveryLook(page: Page, where: string, name?: string): Promise<void> {
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const)
    for (const scheme of ['light', 'dark'] as const) {
      const look = `${where} ${width} ${scheme}`;
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: scheme });
      await page.locator('.hp-bones').first().waitFor({ state: 'detached' });
      expect(await accessibilityFindings(page, scheme === 'dark'), look).toEqual([]);
      // A chart takes its new width with the next frame.
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), {
          message: `${look} scrolls sideways`,
        })
        .toBeLessThanOrEqual(0);
      if (name !== undefined) await picture(page, `${name}-${width}-${scheme}`);
    }
}

/** Posts bytes as an inverter does: a raw socket, a bare request. Resolves with the whole answer. */
export async function postAsDevice(bytes: Uint8Array, devicePath = '/i.php'): Promise<string> {
  const { hostname, port } = new URL(productUrl());
  return await new Promise((resolve, reject) => {
    const socket = net.connect(Number(port), hostname, () => {
      socket.write(
        `POST ${devicePath} HTTP/1.1\r\nHost: www.nepviewer.net\r\nConnection: close\r\nContent-Length: ${bytes.length}\r\n\r\n`,
      );
      socket.write(bytes);
    });
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')));
    socket.on('end', () => resolve(answer));
    socket.on('error', reject);
  });
}

/** Imports lines through the replay endpoint, as when importing a history. Throws unless all are accepted. */
export async function replayLines(pool: pg.Pool, lines: readonly string[]): Promise<void> {
  const token = await pool.query<{ value: string }>("select value from settings where name = 'replay.token'");
  const answer = await fetch(`${productUrl()}/ingest/replay`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token.rows[0]!.value}`, 'content-type': 'application/x-ndjson' },
    body: lines.join('\n'),
  });
  const { accepted, problems } = (await answer.json()) as { accepted: number; problems: unknown[] };
  if (accepted !== lines.length) throw new Error(`replay took ${accepted}: ${JSON.stringify(problems)}`);
}

/** Runs an action from the menu of a row. */
export async function rowAction(page: Page, row: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${row}`, exact: true }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

/** Takes a screenshot of the page, only if `PICTURES=<folder>` is set. */
export async function picture(page: Page, name: string): Promise<void> {
  const pictures = process.env.PICTURES;
  if (!pictures) return;
  fs.mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: path.join(pictures, `${name}.png`) });
}
