// A report as an email: HTML for all email programs (tables and inline styles, no images), and plain text.
import { escapeHtml } from '../../platform/html.ts';
import { type ComposedMail, mailPage, paragraph } from '../../platform/mail.ts';
import type { ContentBar, Fact, ReportContent } from './content.ts';
import type { Reader } from './reader.ts';

export interface MailFrame {
  brand: { name: string; supportMail: string };
  reader: Reader;
  /** Where the plant is shown. */
  plantUrl: string;
  /** Where its reports are ended; absent where none were ordered. */
  endUrl?: string;
}

const muted = 'color:#52606d';
const cell = 'padding:6px 8px;border-bottom:1px solid #e3e8ed;vertical-align:top';
const table = (rows: readonly string[]) =>
  `<table role="presentation" style="width:100%;border-collapse:collapse;margin:0 0 20px;font-size:15px">${rows.join('')}</table>`;
const heading = (text: string) => `<h2 style="margin:0 0 8px;font-size:16px">${escapeHtml(text)}</h2>`;

/** Text of a report, as plain text and as HTML. */
export function reportMail(content: ReportContent, frame: MailFrame): ComposedMail {
  const { subject } = content;
  return { subject, text: textOf(content, frame), html: htmlOf(content, frame) };
}

function footerOf({ brand, reader, endUrl }: MailFrame, { siteName, asOf }: ReportContent): string[] {
  return [
    asOf,
    ...(endUrl === undefined ? [] : [reader.translate('mail.report.why', { site: siteName })]),
    ...(brand.supportMail === '' ? [] : [reader.translate('mail.support', { address: brand.supportMail })]),
    reader.translate('mail.footer', { brand: brand.name }),
  ];
}

function htmlOf(content: ReportContent, frame: MailFrame): string {
  const { reader, plantUrl, endUrl, brand } = frame;
  const [first = '', ...others] = content.sentences;
  const link = (url: string, key: string) =>
    `<a href="${escapeHtml(url)}" style="color:#0b5cad">${escapeHtml(reader.translate(key))}</a>`;
  return mailPage({
    tag: reader.tag,
    brandName: brand.name,
    subject: content.subject,
    body: [
      paragraph(`<strong>${escapeHtml(content.siteName)}</strong><br>${escapeHtml(content.span)}`),
      paragraph(escapeHtml(first), 'font-size:20px;line-height:1.35'),
      ...[...others, ...content.notes].map((text) => paragraph(escapeHtml(text))),
      table([...content.facts, content.condition].map(factRow)),
      ...(content.chart.bars.length === 0
        ? []
        : [
            heading(content.chart.title),
            table(content.chart.bars.map((bar) => barRow(bar, largestOf(content.chart.bars)))),
          ]),
      ...(content.devices.rows.length === 0
        ? []
        : [heading(content.devices.title), table(content.devices.rows.map(deviceRow))]),
      ...findingsHtml(content),
      paragraph(link(plantUrl, 'mail.report.button')),
      ...(endUrl === undefined ? [] : [paragraph(link(endUrl, 'mail.report.end'), 'font-size:13px')]),
    ],
    footer: footerOf(frame, content),
  });
}

const factRow = ({ label, value, sub }: Fact): string =>
  `<tr><td style="${cell};${muted}">${escapeHtml(label)}</td><td style="${cell};text-align:right"><strong>${escapeHtml(value)}</strong>${
    sub === '' ? '' : `<br><span style="font-size:13px;${muted}">${escapeHtml(sub)}</span>`
  }</td></tr>`;

/** The value of the longest bar; 0 where there is none. */
export const largestOf = (bars: readonly ContentBar[]): number =>
  Math.max(0, ...bars.map(({ value }) => value ?? 0));

/** A bar that is a cell of its width: mail readers show no drawings. */
function barRow({ name, value, text }: ContentBar, largest: number): string {
  const percent = value === null || largest === 0 ? 0 : Math.round((value / largest) * 100);
  const bar =
    percent === 0
      ? ''
      : `<div style="width:${percent}%;height:12px;background:#c96f00;border-radius:2px;font-size:0">&nbsp;</div>`;
  return `<tr><td style="padding:2px 8px 2px 0;white-space:nowrap;font-size:13px;${muted}">${escapeHtml(name)}</td><td style="width:55%;padding:2px 0">${bar}</td><td style="padding:2px 0 2px 8px;text-align:right;white-space:nowrap;font-size:13px">${escapeHtml(text)}</td></tr>`;
}

const deviceRow = ({ name, sn, energy, share }: ReportContent['devices']['rows'][number]): string =>
  `<tr><td style="${cell}">${escapeHtml(name)}${
    name === sn ? '' : `<br><span style="font-size:13px;${muted}">${escapeHtml(sn)}</span>`
  }</td><td style="${cell};text-align:right">${escapeHtml(energy)}</td><td style="${cell};text-align:right;${muted}">${escapeHtml(share)}</td></tr>`;

function findingsHtml({ findings }: ReportContent): string[] {
  if (findings === null) return [];
  const { title, note, rows, total } = findings;
  const amounts = (energy: string, money: string) =>
    `<td style="${cell};text-align:right;white-space:nowrap"><strong>${escapeHtml(energy)}</strong>${
      money === '' ? '' : `<br><span style="font-size:13px;${muted}">${escapeHtml(money)}</span>`
    }</td>`;
  return [
    heading(title),
    ...(total === null
      ? []
      : [
          table([
            ...rows.map(
              ({ name, sub, energy, money }) =>
                `<tr><td style="${cell}">${escapeHtml(name)}${
                  sub === '' ? '' : `<br><span style="font-size:13px;${muted}">${escapeHtml(sub)}</span>`
                }</td>${amounts(energy, money)}</tr>`,
            ),
            `<tr><td style="${cell}"><strong>${escapeHtml(total.name)}</strong></td>${amounts(total.energy, total.money)}</tr>`,
          ]),
        ]),
    paragraph(escapeHtml(note), `font-size:13px;${muted}`),
  ];
}

/** Lines under a heading; empty without lines. */
const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [[title, ...lines].join('\n')];

function textOf(content: ReportContent, frame: MailFrame): string {
  const { reader, plantUrl, endUrl } = frame;
  const line = (label: string, value: string, sub = '') =>
    `${label}: ${value}${sub === '' ? '' : ` (${sub})`}`;
  const parts = [
    `${content.siteName}\n${content.span}`,
    [...content.sentences, ...content.notes].join('\n'),
    [...content.facts, content.condition].map(({ label, value, sub }) => line(label, value, sub)).join('\n'),
    ...section(
      content.chart.title,
      content.chart.bars.map(({ name, text }) => line(name, text)),
    ),
    ...section(
      content.devices.title,
      content.devices.rows.map(({ name, sn, energy, share }) =>
        line(name === sn ? sn : `${name} ${sn}`, energy, share),
      ),
    ),
    ...(content.findings === null
      ? []
      : section(content.findings.title, [
          ...content.findings.rows.map(({ name, sub, energy, money }) =>
            [line(name, energy, money), sub].filter((part) => part !== '').join(' · '),
          ),
          ...(content.findings.total === null
            ? []
            : [
                line(
                  content.findings.total.name,
                  content.findings.total.energy,
                  content.findings.total.money,
                ),
              ]),
          content.findings.note,
        ])),
    `${reader.translate('mail.report.button')}:\n${plantUrl}`,
    ...(endUrl === undefined ? [] : [`${reader.translate('mail.report.end')}:\n${endUrl}`]),
    `-- \n${footerOf(frame, content).join('\n')}`,
  ];
  return `${parts.join('\n\n')}\n`;
}
