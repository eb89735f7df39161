// Display text for a User-Agent header: browser or program, and system.
import { translate } from './texts.ts';

/** In this order: most browsers name others before themselves. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bHeadlessChrome\/|\bChrome\/|\bCriOS\/|\bChromium\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
];

const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

const nameIn = (names: readonly [RegExp, string][], text: string) =>
  names.find(([pattern]) => pattern.test(text))?.[1];

/**
 * "Chrome on Windows" in the given language. A program that is no browser has its own name, such as "python-requests";
 * otherwise an unknown device.
 */
export function deviceInWords(userAgent: string, languageCode: number): string {
  const system = nameIn(systems, userAgent);
  const browser = nameIn(browsers, userAgent);
  if (browser && system) return translate(languageCode, 'session.device', { browser, system });
  const program = browser ?? /^(?!Mozilla\b)([A-Za-z][\w .-]{1,40}?)(?:\/|$)/.exec(userAgent.trim())?.[1];
  return program ?? system ?? translate(languageCode, 'session.unknownDevice');
}
