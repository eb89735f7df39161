// Frames per second of the layout editor with 2,000 modules in Chromium: all of them dragged with snapping, the view
// moved, and zoomed. Run `npx tsx e2e/layoutFps.ts http://127.0.0.1:<port>` against a server with demo data; adds a
// page to its farm. Prints results without assertions.
import { account } from '@helioport/contract/account';
import { device } from '@helioport/contract/device';
import type { Endpoint, InputOf, OutputOf } from '@helioport/contract/endpoint';
import { demoPlants } from '@helioport/demo/plants';
import { chromium } from 'playwright-core';
import { findChromium } from './chromium.ts';

const COUNT = 2000;
const FRAMES = 180;
const url = process.argv[2] ?? 'http://127.0.0.1:8080';

async function call<E extends Endpoint>(endpoint: E, input: InputOf<E>, token = ''): Promise<OutputOf<E>> {
  const answer = await fetch(`${url}/${endpoint.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: token },
    body: JSON.stringify(input),
  });
  const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: OutputOf<E> };
  if (code !== 200) throw new Error(`${endpoint.path}: ${code} ${msg}`);
  return data;
}

const { tokenInfo, userInfo } = await call(account.signIn, {
  account: 'admin@demo.test',
  password: 'helioport-demo',
});
const { token } = tokenInfo;
const sid = demoPlants.reduce((a, b) => (a.inverters.length > b.inverters.length ? a : b)).sid;
const page = await call(device.modulesPageAdd, { sid, name: 'Two thousand' }, token);
const list = Array.from({ length: COUNT }, (_, i) => ({
  xM: (i % 50) * 1.16,
  yM: Math.floor(i / 50) * 1.76,
  rotationDeg: 0,
  isLandscape: false,
  planeId: 1,
  ratedW: 400,
  sn: '',
  addr: 0,
}));
await call(device.modulesAdd, { sid, pageId: page.id, version: page.version, list }, token);

const browser = await chromium.launch({
  ...(await findChromium()),
  args: ['--no-sandbox', '--disable-gpu'],
});
const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } });
const { email, companyId, groupName, fullHeaderImg, role, groupId } = userInfo;
const session = {
  token,
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
  (text) => localStorage.setItem('helioport-session', text),
  JSON.stringify({ state: session, version: 1 }),
);
// The loader of TypeScript wraps functions in a helper that pages do not have.
await context.addInitScript('globalThis.__name = (f) => f');
const tab = await context.newPage();
await tab.goto(`/pvPlant/layout?id=${sid}&page=${page.id}`);
const canvas = tab.getByRole('application');
await canvas.waitFor({ timeout: 120_000 });
await tab.waitForTimeout(2000);

/** Milliseconds between frames while a pointer moves or the wheel turns at every one of them. */
const measure = (what: 'drag' | 'pan' | 'zoom') =>
  canvas.evaluate(
    (element, { kind, frames }) =>
      new Promise<number[]>((resolve) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        const button = kind === 'pan' ? 1 : 0;
        const point = (type: string, dx: number) =>
          element.dispatchEvent(
            new PointerEvent(type, {
              pointerId: 1,
              bubbles: true,
              button,
              buttons: 1,
              pointerType: 'mouse',
              clientX: x + dx,
              clientY: y + dx / 3,
            }),
          );
        element.setPointerCapture = () => undefined;
        if (kind !== 'zoom') point('pointerdown', 0);
        const times: number[] = [];
        let last = performance.now();
        const frame = () => {
          const now = performance.now();
          times.push(now - last);
          last = now;
          if (times.length >= frames) {
            if (kind !== 'zoom') point('pointercancel', 0);
            resolve(times.slice(5));
            return;
          }
          if (kind === 'zoom')
            element.dispatchEvent(
              new WheelEvent('wheel', {
                deltaY: times.length % 60 < 30 ? -40 : 40,
                clientX: x,
                clientY: y,
                bubbles: true,
                cancelable: true,
              }),
            );
          else point('pointermove', 60 * Math.sin(times.length / 20) + 8);
          requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
      }),
    { kind: what, frames: FRAMES },
  );

console.log(`${COUNT} modules, Chromium without GPU, 1440 x 900\n`);
console.log('| what | frames a second | 95 % of frames within ms |\n|---|---|---|');
for (const [name, what] of [
  ['view moved', 'pan'],
  ['zoomed', 'zoom'],
  ['one module dragged with snapping', 'drag'],
  ['all dragged', 'drag'],
] as const) {
  if (name === 'all dragged') await canvas.press('Control+a');
  const times = (await measure(what)).sort((a, b) => a - b);
  const mean = times.reduce((sum, ms) => sum + ms, 0) / times.length;
  const p95 = times[Math.floor(times.length * 0.95)] ?? 0;
  console.log(`| ${name} | ${(1000 / mean).toFixed(0)} | ${p95.toFixed(1)} |`);
}
await browser.close();
await call(device.modulesPageDel, { sid, pageId: page.id, version: page.version + 1 }, token);
