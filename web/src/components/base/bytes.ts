import { formatNumber } from './time.ts';

/** Bytes as text: kB below a megabyte, MB above. */
export const bytesText = (bytes: number): string =>
  bytes < 1_000_000
    ? `${formatNumber(Math.max(1, bytes / 1000), 0)} kB`
    : `${formatNumber(bytes / 1_000_000, 1)} MB`;
