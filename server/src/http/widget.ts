// `GET /embed/<token>`: a small page about a plant with a public page, for frames in other web sites. It contains no
// link to a session, and its only script reloads the values.
import { createHash } from 'node:crypto';
import { defaultLanguage, type Language, languageByWebCode } from '@helioport/domain/languages';
import { displayed, kwh } from '@helioport/domain/units';
import type { onRequestHookHandler } from 'fastify';
import type { Clock } from '../platform/clock.ts';
import type { Tx } from '../platform/db.ts';
import { escapeHtml } from '../platform/html.ts';
import type { FastifyInstance } from '../platform/http.ts';
import { translate } from '../platform/texts.ts';
import { type PublicWidget, publicWidget } from '../queries/publicWidget.ts';

interface Parts {
  clock: Clock;
  onRequest: onRequestHookHandler;
  /** Reads in the queue of the network of a request. */
  read: <T>(address: string, run: (tx: Tx) => Promise<T>) => Promise<T>;
}

const CACHED_SECONDS = 30;

/** Colors of tokens.css in the portal; a test compares them. */
export const widgetColors = {
  surface: ['#ffffff', '#18212a'],
  hairline: ['#e2e6e1', '#2c3843'],
  ink: ['#14202b', '#e7edf2'],
  muted: ['#475467', '#a9b7c4'],
  'production-text': ['#9a5b00', '#f2b544'],
  online: ['#1b7a43', '#5bc98a'],
  act: ['#0b5fa5', '#6cb6f5'],
} as const;

const style = `:root{color-scheme:light dark;${Object.entries(widgetColors)
  .map(([name, [light, dark]]) => `--${name}:light-dark(${light},${dark})`)
  .join(';')}}
:root[data-theme=light]{color-scheme:light}
:root[data-theme=dark]{color-scheme:dark}
*{box-sizing:border-box}
body{margin:0;background:var(--surface);color:var(--ink);font:14px/1.4 Inter,system-ui,sans-serif;font-variant-numeric:tabular-nums}
main{display:grid;gap:12px;min-height:100vh;padding:16px;border:1px solid var(--hairline);border-radius:8px;align-content:space-between}
h1{margin:0;font-size:16px;font-weight:600;overflow-wrap:anywhere}
dl{display:flex;flex-wrap:wrap;gap:8px 24px;margin:0}
dt{color:var(--muted);font-size:13px}
dd{margin:0;font-size:18px;font-weight:600}
.now{flex-basis:100%}
.now dd{color:var(--production-text);font-size:28px;line-height:1.2}
p{display:flex;flex-wrap:wrap;justify-content:space-between;gap:8px;margin:0;color:var(--muted);font-size:13px}
.live::before{content:"";display:inline-block;width:8px;height:8px;margin-inline-end:6px;border-radius:50%;background:var(--online)}
a{color:var(--act)}`;

const script = `setInterval(async()=>{try{const r=await fetch(location.href);if(r.status===404)return location.reload();if(!r.ok)return;const d=new DOMParser().parseFromString(await r.text(),"text/html");const m=d.querySelector("main");if(m)document.querySelector("main").replaceWith(m)}catch{}},60000)`;

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Frames of any site are allowed on this path alone; everything else is the strictest policy. */
const POLICY = [
  "default-src 'none'",
  `style-src ${hashOf(style)}`,
  `script-src ${hashOf(script)}`,
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  'frame-ancestors *',
].join('; ');

/** `3.4 kW`, as on the public page. */
function amount(figure: number, units: readonly [string, string], tag: string): string {
  const { value, decimals, isLarge } = displayed(figure);
  return `${value.toLocaleString(tag, { maximumFractionDigits: decimals })} ${units[isLarge ? 1 : 0]}`;
}

function valuesHtml({ blocks, powerW, todayWh, totalWh }: PublicWidget, { tag, code }: Language): string {
  const row = (key: string, value: string | null, name = '') =>
    `<div${name === '' ? '' : ` class="${name}"`}><dt>${escapeHtml(translate(code, key))}</dt><dd>${
      value === null ? `– <small>${escapeHtml(translate(code, 'kiosk.silent'))}</small>` : escapeHtml(value)
    }</dd></div>`;
  const power = powerW === null ? null : amount(powerW, ['W', 'kW'], tag);
  const energy = (wh: number | null) => (wh === null ? null : amount(kwh(wh), ['kWh', 'MWh'], tag));
  const rows = [
    ...(blocks.includes('now') ? [row('kiosk.now', power, 'now')] : []),
    ...(blocks.includes('today')
      ? [row('kiosk.today', energy(todayWh)), row('kiosk.total', energy(totalWh))]
      : []),
  ];
  return rows.length === 0 ? '' : `<dl>${rows.join('')}</dl>`;
}

function htmlOf(
  widget: PublicWidget,
  { language, theme, token }: { language: Language; theme: string; token: string },
): string {
  const { code, tag } = language;
  const { title, blocks, state } = widget;
  const name = escapeHtml(title === '' ? translate(code, 'kiosk.title') : title);
  const status = blocks.includes('verdict')
    ? `<span class="${state}">${escapeHtml(translate(code, `kiosk.state.${state}`))}</span>`
    : '<span></span>';
  return `<!doctype html>
<html lang="${tag}" data-theme="${theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${name}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${name}</h1>
${valuesHtml(widget, language)}
<p>${status}<a href="/p/${token}" target="_blank" rel="noopener">${escapeHtml(translate(code, 'widget.details'))}</a></p>
</main>
<script>${script}</script>
</body>
</html>
`;
}

const themes: readonly unknown[] = ['light', 'dark', 'auto'];

export function addWidget(app: FastifyInstance, { clock, onRequest, read }: Parts): void {
  app.get('/embed/:token', { onRequest, config: { needsDatabase: true } }, async (request, reply) => {
    const { token } = request.params as { token: string };
    const { theme, lang } = request.query as { theme?: unknown; lang?: unknown };
    const widget = /^[\w-]{32}$/.test(token)
      ? await read(request.ip, (tx) => publicWidget(tx, { token, now: clock() }))
      : undefined;
    if (!widget) return reply.callNotFound();
    const language = languageByWebCode(String(lang)) ?? defaultLanguage;
    reply.raw.removeHeader('x-frame-options');
    void reply.headers({
      'cache-control': `public, max-age=${CACHED_SECONDS}`,
      'content-security-policy': POLICY,
      'cross-origin-resource-policy': 'cross-origin',
      'x-robots-tag': 'noindex, nofollow',
    });
    return reply
      .type('text/html; charset=utf-8')
      .send(htmlOf(widget, { language, token, theme: themes.includes(theme) ? String(theme) : 'auto' }));
  });
}
