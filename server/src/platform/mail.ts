// Emails: their text in the reader's language, as plain text and as escaped HTML, and the connection to a mail server.
// Uses no database table.
import { languageByCode } from '@helioport/domain/languages';
import type { MailKind } from '@helioport/domain/mailKinds';
import { createTransport } from 'nodemailer';
import { escapeHtml } from './html.ts';
import { translate } from './texts.ts';

/** Kinds without a link have all information in their text. */
const withLink: ReadonlySet<MailKind> = new Set([
  'verify',
  'known',
  'reset',
  'invite',
  'handOver',
  'shared',
  'shareInvite',
  'offer',
  'approval',
  'approvalDeclined',
  'companyAssigned',
  'webhookPaused',
  'outputPaused',
]);

export interface MailContent {
  kind: MailKind;
  languageCode: number;
  brand: { name: string; supportMail: string };
  /**
   * Name in the greeting. Never text entered by an unverified user, who could send messages to others through the
   * portal.
   */
  name?: string;
  /** Where the button leads, for kinds that have one. */
  link?: string;
  /** Values of the placeholders. */
  params?: Record<string, string | number>;
}

export interface ComposedMail {
  subject: string;
  text: string;
  html: string;
}

/** A text that stays on its line: names must not make lines of their own. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** The text of an email, as plain text and as HTML. */
export function composeMail({ kind, languageCode, brand, name, link, params }: MailContent): ComposedMail {
  const filled = Object.fromEntries(
    Object.entries({ ...params, brand: brand.name }).map(([key, value]) => [
      key,
      typeof value === 'number' ? value : oneLine(value),
    ]),
  );
  const word = (key: string, more: Record<string, string> = {}) =>
    translate(languageCode, `mail.${key}`, { ...filled, ...more });
  const support = brand.supportMail === '' ? [] : [word('support', { address: brand.supportMail })];
  const parts: Parts = {
    tag: languageByCode(languageCode)?.tag ?? 'en-US',
    brandName: brand.name,
    subject: word(`${kind}.subject`),
    greeting: name?.trim() ? word('greeting', { name: oneLine(name) }) : word('greetingPlain'),
    text: word(`${kind}.text`),
    button:
      withLink.has(kind) && link
        ? { label: word(`${kind}.button`), link, fallback: word('fallback') }
        : undefined,
    note: word(`${kind}.note`),
    footer: [...support, word('footer')],
  };
  return { subject: parts.subject, text: plainText(parts), html: htmlText(parts) };
}

/** An HTML page compatible with email programs: the brand's name, the content, and small print below. */
export interface MailPage {
  /** BCP-47 tag of its language. */
  tag: string;
  brandName: string;
  subject: string;
  /** HTML, in which every text is escaped. */
  body: readonly string[];
  /** Plain text. */
  footer: readonly string[];
}

interface Parts extends Omit<MailPage, 'body'> {
  greeting: string;
  text: string;
  button: { label: string; link: string; fallback: string } | undefined;
  note: string;
}

function plainText({ greeting, text, button, note, footer }: Parts): string {
  const link = button ? [`${button.label}:\n${button.link}`] : [];
  return `${[greeting, text, ...link, note, `-- \n${footer.join('\n')}`].join('\n\n')}\n`;
}

/** An HTML paragraph with additional styles. */
export const paragraph = (content: string, style = ''): string =>
  `<p style="margin:0 0 16px;${style}">${content}</p>`;

const htmlText = ({ greeting, text, button, note, ...page }: Parts): string =>
  mailPage({
    ...page,
    body: [
      paragraph(escapeHtml(greeting)),
      paragraph(escapeHtml(text)),
      ...(button ? buttonHtml(button) : []),
      paragraph(escapeHtml(note)),
    ],
  });

/** The whole of an HTML mail. */
export const mailPage = ({ tag, brandName, subject, body, footer }: MailPage): string =>
  [
    `<!doctype html><html lang="${tag}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    `<title>${escapeHtml(subject)}</title></head>`,
    '<body style="margin:0;padding:24px 8px;background:#f4f6f8;color:#1c2733;font:16px/1.5 sans-serif">',
    '<div style="max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border-radius:8px">',
    `<h1 style="margin:0 0 16px;font-size:20px">${escapeHtml(brandName)}</h1>`,
    ...body,
    paragraph(footer.map(escapeHtml).join('<br>'), 'font-size:13px;color:#52606d'),
    '</div></body></html>',
  ].join('\n');

function buttonHtml({ label, link, fallback }: NonNullable<Parts['button']>): string[] {
  const style =
    'display:inline-block;padding:12px 20px;background:#0b5cad;color:#ffffff;border-radius:6px;text-decoration:none';
  const href = escapeHtml(link);
  return [
    paragraph(`<a href="${href}" style="${style}">${escapeHtml(label)}</a>`),
    paragraph(`${escapeHtml(fallback)}<br>${href}`, 'font-size:13px;word-break:break-all'),
  ];
}

/** An attachment of an email. */
export interface MailFile {
  name: string;
  data: Uint8Array;
}

export interface OutgoingMail extends ComposedMail {
  to: string;
  /** Name of the sender; the address is the operator's. */
  fromName: string;
  file?: MailFile;
  /** URL that unsubscribes from emails of this kind with one click. */
  unsubscribeUrl?: string;
}

export interface MailServer {
  /** Resolves when the mail server has accepted the email; rejects with its response. */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

/** Connects and logs in to the operator's mail server without sending; rejects with its response or after some seconds. */
export async function tryMailServer({ url }: { url: string }): Promise<void> {
  const limits = {
    dnsTimeout: 4_000,
    connectionTimeout: 4_000,
    greetingTimeout: 4_000,
    socketTimeout: 4_000,
  };
  const transport = createTransport({ url, ...limits });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** Connects to the operator's mail server, with up to two connections and limits for slow ones. */
export function openMailServer(smtp: { url: string; from: string }): MailServer {
  const transport = createTransport({
    url: smtp.url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 30_000,
    // The content is generated text: nothing in it may make nodemailer read a file or fetch a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, fromName, subject, text, html, file, unsubscribeUrl }) {
      await transport.sendMail({
        from: { name: fromName, address: smtp.from },
        to: { name: '', address: to },
        subject,
        text,
        html,
        ...(file ? { attachments: [{ filename: file.name, content: Buffer.from(file.data) }] } : {}),
        headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(unsubscribeUrl) },
      });
    },
    close: () => transport.close(),
  };
}

/** RFC 8058: the email program unsubscribes by posting to the URL. */
const unsubscribeHeaders = (url: string | undefined): Record<string, string> =>
  url === undefined
    ? {}
    : { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };

/** Whether the mail server's answer means that trying again is useless, such as an unknown recipient. */
export function isFinalRefusal(error: unknown): boolean {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  // A rejected login (EAUTH) is a configuration error of the operator and temporary.
  const isAboutThisMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  return isAboutThisMail && typeof responseCode === 'number' && responseCode >= 500;
}
