// Firmware versions: numbers separated by dots, such as 1.4.0, with a suffix for pre-releases.

const partsOf = (version: string): { numbers: number[]; word: string } => {
  const [, head = '', word = ''] = /^[^\d]*([\d.]*)(.*)$/s.exec(version.trim()) ?? [];
  return { numbers: head.split('.').filter(Boolean).map(Number), word };
};

/**
 * Below 0 if `a` is older than `b`, 0 if equal. Numbers are compared numerically (1.10 is newer than 1.9), missing ones
 * count as 0, and a suffix makes a version older (`2.0-rc` before `2.0`).
 */
export function compareVersions(a: string, b: string): number {
  const [one, other] = [partsOf(a), partsOf(b)];
  for (let i = 0; i < Math.max(one.numbers.length, other.numbers.length); i++) {
    const difference = (one.numbers[i] ?? 0) - (other.numbers[i] ?? 0);
    if (difference !== 0) return difference;
  }
  if (one.word === other.word) return 0;
  if (one.word === '') return 1;
  if (other.word === '') return -1;
  return one.word < other.word ? -1 : 1;
}
