// Serials as people type and paste them.

export interface SerialEntry {
  sn: string;
  alias: string;
  /** Number of a model; absent: what the device itself says. */
  modelNumber?: number;
}

/** Most that a plant takes at once. */
export const SERIALS_MAX = 500;

/** Separators between serials: lines, commas, semicolons; a name may follow its serial after a tab or a space. */
export function serialsOf(text: string): SerialEntry[] {
  return text
    .split(/[\r\n,;]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [sn = '', ...name] = line.split(/\s+/);
      return { sn, alias: name.join(' ').slice(0, 60) };
    });
}
