// How the ratio of produced to expected energy is called.
import type { IrradianceSource } from '@helioport/domain/analytics/types';

/** With clear-sky irradiance alone, the ratio describes the weather rather than the plant. */
export function ratioKindOf(sources: readonly IrradianceSource[]): 'performance' | 'clearSky' | null {
  if (sources.length === 0) return null;
  const clear = sources.filter((source) => source === 'clearSky').length;
  return clear * 2 > sources.length ? 'clearSky' : 'performance';
}
