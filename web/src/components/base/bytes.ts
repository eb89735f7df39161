import { formatNumber } from './time.ts';

/** Bytes as text: kB below a megabyte, MB below a gigabyte, GB above. */
export function bytesText(bytes: number): string {
  if (bytes < 1_000_000) return `${formatNumber(Math.max(1, bytes / 1000), 0)} kB`;
  return bytes < 1_000_000_000
    ? `${formatNumber(bytes / 1_000_000, 1)} MB`
    : `${formatNumber(bytes / 1_000_000_000, 1)} GB`;
}
