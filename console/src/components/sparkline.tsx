/** Decorative line chart without axes. */
export function Sparkline({
  values,
  width = 84,
  height = 28,
}: {
  values: readonly number[];
  width?: number;
  height?: number;
}) {
  const top = Math.max(...values, 1);
  const step = width / Math.max(values.length - 1, 1);
  const points = values.map(
    (value, index) => `${(index * step).toFixed(1)},${(height - 2 - (value / top) * (height - 4)).toFixed(1)}`,
  );
  return (
    <svg
      style={{ flex: 'none' }}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden
      focusable="false"
    >
      <polygon
        points={`0,${height} ${points.join(' ')} ${width},${height}`}
        fill="var(--mantine-primary-color-light)"
      />
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
