import { languages } from '@helioport/domain/languages';
import { expect, it } from 'vitest';
import { type PdfRun, pdfRuns, setPdf } from './pdf.ts';
import { translate } from './texts.ts';

const textOf = (runs: readonly PdfRun[]) => runs.map(({ text }) => text).join('');

it('sets each sign in a font that has it, and loses none', () => {
  expect(pdfRuns('データ 5 kWh', 'ja-JP')).toEqual([
    { text: 'データ', font: 'Japanese' },
    { text: ' 5 kWh', font: 'Latin' },
  ]);
  expect(pdfRuns('屋顶 Łódź', 'pl-PL').map(({ font }) => font)).toEqual(['Chinese', 'Latin']);
  expect(pdfRuns('', 'en-US')).toEqual([{ text: '', font: 'Latin' }]);
  for (const { code, tag } of languages) {
    const words = ['mail.report.incomplete', 'mail.report.asOf', 'site.energy.empty', 'verdict.plantSilent'];
    for (const text of words.map((key) => translate(code, key))) {
      const runs = pdfRuns(text, tag);
      expect(textOf(runs)).toBe(text);
      // Beyond here the Latin font has nothing.
      for (const { text: run, font } of runs)
        if (font === 'Latin') expect(run).not.toMatch(/[\u2e80-\uffff]/);
    }
  }
});

it('says what is wrong with a document, and sets the next one all the same', async () => {
  const footer = pdfRuns('Helioport', 'en-US');
  const defaultStyle = { font: 'Latin' };
  const isPdf = (data: Uint8Array) => Buffer.from(data.subarray(0, 5)).toString() === '%PDF-';
  await expect(setPdf({ content: [{ text: 'x', font: 'Gothic' }], defaultStyle }, footer)).rejects.toThrow(
    'Gothic',
  );
  // A definition must not make the server read a file or fetch a URL.
  await expect(setPdf({ content: [{ image: '/etc/hostname' }], defaultStyle }, footer)).rejects.toThrow();
  await expect(
    setPdf({ content: [{ image: 'http://127.0.0.1:9/x.png' }], defaultStyle }, footer),
  ).rejects.toThrow();
  const both = await Promise.all(
    ['a', 'b'].map((text) => setPdf({ content: [{ text }], defaultStyle }, footer)),
  );
  expect(both.every(isPdf)).toBe(true);
});
