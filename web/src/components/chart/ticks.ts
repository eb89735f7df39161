// Selects the points of the x axis with a label: round times of the day, as many as fit.

const WIDTH_PER_LABEL = 64;
const STEPS_MIN = [5, 15, 30, 60, 120, 180, 240, 360];

const minutesOf = (label: string): number | undefined => {
  const match = /^(\d\d):(\d\d)$/.exec(label);
  return match ? Number(match[1]) * 60 + Number(match[2]) : undefined;
};

/**
 * For labels such as `06:05`: returns a test for the points to label, given the first and last point in view and the
 * width of the chart in pixels. For other labels (days, months): `auto`.
 */
export function ticksOf(
  labels: readonly string[],
  view: { from: number; to: number },
  widthPx: number,
): 'auto' | ((index: number) => boolean) {
  const minutes = labels.map(minutesOf);
  if (minutes.length < 12 || minutes.includes(undefined)) return 'auto';
  const mostLabels = Math.max(2, Math.floor(widthPx / WIDTH_PER_LABEL));
  const count = (step: number) =>
    minutes.slice(view.from, view.to + 1).filter((minute) => (minute ?? 1) % step === 0).length;
  const step = STEPS_MIN.find((candidate) => count(candidate) <= mostLabels) ?? 720;
  return (index) => (minutes[index] ?? 1) % step === 0;
}
