// Parses typed or pasted serial numbers.

export interface SerialEntry {
  sn: string;
  alias: string;
  /** Number of a model; absent: as reported by the device. */
  modelNumber?: number;
}

/** Most serial numbers added to a plant in one request. */
export const SERIALS_MAX = 500;

/** Separators between serial numbers: lines, commas, semicolons; a name may follow after a tab or a space. */
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
