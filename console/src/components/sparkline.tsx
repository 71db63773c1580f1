import { scaleOf } from './time-chart-scale.ts';

/** Decorative line chart without axes, from zero. */
export function Sparkline({
  values,
  width = 84,
  height = 28,
}: {
  values: readonly number[];
  width?: number;
  height?: number;
}) {
  const { min, max } = scaleOf(values);
  const step = width / Math.max(values.length - 1, 1);
  const heightOf = (value: number) => height - 2 - ((value - min) / (max - min)) * (height - 4);
  const zero = heightOf(0).toFixed(1);
  const points = values.map((value, index) => `${(index * step).toFixed(1)},${heightOf(value).toFixed(1)}`);
  return (
    <svg
      style={{ flex: 'none' }}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden
      focusable="false"
    >
      <polygon points={`0,${zero} ${points.join(' ')} ${width},${zero}`} fill="var(--mantine-primary-color-light)" />
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="var(--mantine-primary-color-filled)"
        strokeWidth="1.6"
        strokeLinejoin="round"
      />
    </svg>
  );
}
