import { languages } from '@helioport/domain/languages';
import type { MailKind } from '@helioport/domain/mailKinds';
import { describe, expect, it } from 'vitest';
import { composeMail, isFinalRefusal } from './mail.ts';

const brand = { name: 'Sun & Co', supportMail: 'help@sun.test' };
const kinds: MailKind[] = [
  'approval',
  'approvalDeclined',
  'companyAssigned',
  'companyEnded',
  'verify',
  'known',
  'reset',
  'invite',
  'passwordChanged',
  'signInLocked',
  'handOver',
  'cancelled',
  'webhookPaused',
  'outputPaused',
];
const params = { inviter: 'Roofers', from: 'a@b.test', count: 3, reason: 'Too low', site: 'DE_1' };

describe('composeMail', () => {
  it.each(kinds.flatMap((kind) => languages.map(({ code, webCode }) => ({ kind, code, webCode }))))(
    'says $kind in $webCode, with no place left open',
    ({ kind, code }) => {
      const link = 'https://portal.test/x?token=abc';
      const { subject, text, html } = composeMail({
        kind,
        languageCode: code,
        brand,
        link,
        params,
        name: 'Jo',
      });
      expect(subject + text).not.toMatch(/\bmail\.[a-z]|\{\{|undefined/);
      expect(text).toContain('Jo');
      expect(html).toContain('Sun &#38; Co');
      const hasLink = !['passwordChanged', 'signInLocked', 'cancelled', 'companyEnded'].includes(kind);
      expect(text.includes(link)).toBe(hasLink);
      expect(html.includes(`href="${link.replaceAll('&', '&#38;')}"`)).toBe(hasLink);
    },
  );

  it('shows markup in names and parameters as the text it is', () => {
    const evil = `<img src=x onerror="alert('1')">`;
    const { html } = composeMail({
      kind: 'handOver',
      languageCode: 6,
      brand: { name: `<b>${evil}</b>`, supportMail: evil },
      name: evil,
      link: 'https://portal.test/"><script>alert(1)</script>',
      params: { from: evil, count: 1 },
    });
    expect(html).not.toMatch(/<img|<script|<b>/);
    expect(html).not.toMatch(/href="[^"]*"[^>]*script/);
  });

  it('keeps a name on its line', () => {
    const name = 'Jo\r\nBcc: x@y.test\u2028more';
    const { text, subject } = composeMail({
      kind: 'reset',
      languageCode: 6,
      brand: { ...brand, name: 'Sun\nCo' },
      name,
      link: 'x',
    });
    expect(text).toContain('Hello Jo Bcc: x@y.test more,');
    expect(subject).toBe('Reset your Sun Co password');
  });
});

describe('isFinalRefusal', () => {
  it.each([
    [{ code: 'EENVELOPE', responseCode: 550 }, true],
    [{ code: 'EENVELOPE', responseCode: 451 }, false],
    [{ code: 'EMESSAGE', responseCode: 554 }, true],
    [{ code: 'EAUTH', responseCode: 535 }, false],
    [new Error('connect ECONNREFUSED'), false],
  ])('%o: %s', (error, isFinal) => {
    expect(isFinalRefusal(error)).toBe(isFinal);
  });
});
