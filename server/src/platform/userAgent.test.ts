import { describe, expect, it } from 'vitest';
import { deviceInWords } from './userAgent.ts';

describe('deviceInWords', () => {
  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Safari/537.36 Edg/137.0',
      'Edge on Windows',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:139.0) Gecko/20100101 Firefox/139.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15',
      'Safari on macOS',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/137.0 Mobile/15E148 Safari/604.1',
      'Chrome on iPhone',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15; SM-S931B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36',
      'Samsung Internet on Android',
    ],
    ['python-requests/2.32.3', 'python-requests'],
    ['HomeAssistant/2026.5.1 aiohttp/3.11 Python/3.13', 'HomeAssistant'],
    ['node', 'node'],
    ['Mozilla/5.0 (compatible)', 'Unknown device'],
    ['', 'Unknown device'],
    ['<script>alert(1)</script>', 'Unknown device'],
  ])('%s', (userAgent, words) => {
    expect(deviceInWords(userAgent, 6)).toBe(words);
  });
});
