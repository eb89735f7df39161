// Versions of firmware: numbers with points between, such as 1.4.0, and a word behind for what comes before it.

const partsOf = (version: string): { numbers: number[]; word: string } => {
  const [, head = '', word = ''] = /^[^\d]*([\d.]*)(.*)$/s.exec(version.trim()) ?? [];
  return { numbers: head.split('.').filter(Boolean).map(Number), word };
};

/**
 * Below 0 when `a` is older than `b`, 0 when they are the same. Numbers count as numbers (1.10 is newer than 1.9), missing
 * ones as 0, and a word behind makes it older than the same without (`2.0-rc` before `2.0`).
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
