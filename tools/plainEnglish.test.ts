import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { documentsOf } from './documents.ts';
import { dialectInComments, dialectInDocument, dialectInTexts } from './plainEnglish.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8');
const textsOf = (webCode: string) => JSON.parse(read(`locales/${webCode}.json`)) as Record<string, string>;

/** Source files below a folder, as paths from the root. */
function sourcesOf(folder: string): string[] {
  return fs.readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : sourcesOf(file);
    return /\.tsx?$/.test(entry.name) ? [file] : [];
  });
}

const packages = [
  'agent',
  'bench',
  'client',
  'contract',
  'demo',
  'domain',
  'e2e',
  'protocol',
  'server',
  'simulator',
  'tools',
  'web',
];
const skipped = new Set(['node_modules', 'dist', 'data', 'test-results']);

/** Messages that the specification prescribes, to the letter. */
const quoted = new Set([
  'The website is under maintenance, please try again later.',
  'The website has a new version. Please click the button to refresh the page.',
  'This Field is required.',
  'Please enter a valid email address.',
  'Please enter the same value again',
  'Incorrect character length',
  'The input format is incorrect',
  'Please select a time range first',
  'The selected time cannot be earlier than the previous end time',
  'Failed verification, please check and try again!',
  'Please select a group first',
  'not same value',
  'modified successfully',
  'Login has expired, please log in again',
  'No access, please try again later',
  'Request address error: {{url}}',
  'Server connection failed. Please try again later',
  'Sorry, you are not authorized to access this page.',
  'Sorry, the page you visited does not exist.',
  'No-registered gateway list',
]);

describe('interface texts', () => {
  it.each(['en', 'gb'])('contain no dialect: %s', (webCode) => {
    expect(dialectInTexts(textsOf(webCode), quoted)).toEqual([]);
  });

  it('quote the specification to the letter', () => {
    const texts = new Set(Object.values(textsOf('en')));
    expect([...quoted].filter((text) => !texts.has(text))).toEqual([]);
  });

  it.each([
    ['Whoever runs this portal can give your role that right.', 'Whoever'],
    ['Nobody has it.', 'Nobody'],
    ['Looks after the plant, and his whole company with him.', 'his'],
    ['The device is told the values.', 'is told'],
    ['1 module makes nothing since Sep 25', 'makes nothing'],
    ['No alarm stands in your plants.', 'stands'],
    ['Something graver speaks for it.', 'speaks'],
    ['Never heard of: {{names}}', 'heard'],
    ['Energy in all', 'in all'],
    ['What it reports by night', 'by night'],
    ['Curve beside the median', 'beside'],
    ['The file is deleted for good.', 'for good'],
    ['Its serial numbers can be added anew.', 'anew'],
    ['No campaigns so far', 'so far'],
    ['It acts at once.', 'at once'],
    ['Confirm your e-mail address', 'e-mail'],
    ['Add a plane', 'plane'],
    ['Put on the black list', 'black list'],
    ['You don’t have access', 'don’t'],
    ['Please choose a file', 'Please'],
  ])('are reported for a planted text: %s', (text, term) => {
    expect(dialectInTexts({ planted: text }, quoted)).toContainEqual(
      expect.stringContaining(`planted: "${term}"`),
    );
  });

  it('may use the same letters in other words', () => {
    const plain = {
      a: 'Standby for all-in-one machines in all languages',
      b: 'Standards',
      c: 'The cache is here',
    };
    expect(dialectInTexts(plain, quoted)).toEqual([]);
  });
});

describe('documents', () => {
  it('contain no dialect', () => {
    const pages = documentsOf(root);
    expect(pages).toContain('README.md');
    expect(pages).toContain('docs/api/site.md');
    expect(pages.flatMap((page) => dialectInDocument(page, read(page), [...quoted]))).toEqual([]);
  });

  it('are reported with the line, without code and addresses', () => {
    const text = [
      '# Fine',
      '',
      '`nobody` and [a page](nobody.md)',
      '```',
      'nobody',
      '```',
      'Nobody reads it.',
    ];
    expect(dialectInDocument('docs/planted.md', text.join('\n'), [])).toEqual([
      expect.stringMatching(/^docs\/planted\.md:7: "Nobody"/),
    ]);
  });
});

describe('comments', () => {
  it.each(packages)('contain no dialect: %s', (name) => {
    expect(sourcesOf(name).flatMap((file) => dialectInComments(file, read(file)))).toEqual([]);
  });

  it('are reported, code and texts are not', () => {
    const source = [
      '// Whoever calls it.',
      "const nobody = 'somebody';",
      '/** `nobody` is fine. */',
      ' * Heard by it.',
    ];
    expect(dialectInComments('planted.ts', source.join('\n'))).toEqual([
      expect.stringMatching(/^planted\.ts:1: "Whoever"/),
      expect.stringMatching(/^planted\.ts:4: "Heard"/),
    ]);
  });
});
