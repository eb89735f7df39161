// How the ratio of produced to expected energy is called.
import type { IrradianceSource } from '@helioport/domain/analytics/types';

/** Where nothing but a clear sky stands behind it, a ratio says more of the weather than of the plant. */
export function ratioKindOf(sources: readonly IrradianceSource[]): 'performance' | 'clearSky' | null {
  if (sources.length === 0) return null;
  const clear = sources.filter((source) => source === 'clearSky').length;
  return clear * 2 > sources.length ? 'clearSky' : 'performance';
}
