import { useElementSize } from '@mantine/hooks';
import type { KeyboardEvent, MouseEvent, PointerEvent, ReactNode } from 'react';
import { useFormats } from '../language/formats.ts';
import { SERIES_COLORS } from '../theme.ts';
import { labelledDays, type Scale, scaleOf } from './time-chart-scale.ts';
import type { ChartPoint, ChartSeries } from './time-chart-types.ts';

const COLOR = SERIES_COLORS[0];
const BEFORE_COLOR = 'var(--mantine-color-ink-4)';
const MUTED = 'var(--mantine-color-dimmed)';
const BORDER = 'var(--mantine-color-default-border)';
const FONT_SIZE = 12;
/** Upper bound of the width of a character of the axis. */
const CHARACTER = 7.5;
const DAY_WIDTH = 64;
const [TOP, RIGHT, BOTTOM] = [16, 8, 26];
const MAX_BAR = 28;
/** Days that Page Up and Page Down move by. */
const WEEK = 7;

interface DrawingProps {
  label: string;
  points: readonly ChartPoint[];
  series: ChartSeries;
  /** Days with annotations. */
  marked: ReadonlySet<string>;
  height: number;
  /** Index of the point whose values are shown; null: none. */
  active: number | null;
  onActive: (index: number | null) => void;
  /** Opens the list behind a point. */
  onOpen: ((index: number) => void) | undefined;
  /** The values of a point in words, for screen readers. */
  describe: (index: number) => string;
  /** Content of the tooltip. */
  tooltip: ReactNode;
}

/**
 * A chart of one measure. For assistive technology it is a slider over the days: the arrow keys move along the points, and the
 * values of a point are its text.
 */
export default function TimeChartDrawing(props: DrawingProps) {
  const { label, points, series, height, active, onActive, onOpen, describe, tooltip } = props;
  const { ref, width } = useElementSize<HTMLDivElement>();
  const last = points.length - 1;
  const shown = active ?? last;
  const frame = frameOf(points, series, width, height);
  const indexAt = ({ clientX, currentTarget }: PointerEvent<HTMLElement> | MouseEvent<HTMLElement>) => {
    const place = (clientX - currentTarget.getBoundingClientRect().left - frame.left) / frame.band;
    return Math.min(last, Math.max(0, Math.floor(place)));
  };
  const open = (event: MouseEvent<HTMLElement>) => {
    // A touch shows the values; the link below the chart opens the list.
    if ((event.nativeEvent as unknown as globalThis.PointerEvent).pointerType !== 'touch') onOpen?.(indexAt(event));
  };
  return (
    <div
      ref={ref}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={shown}
      aria-valuetext={describe(shown)}
      style={{ position: 'relative', height, cursor: onOpen === undefined ? 'default' : 'pointer' }}
      onPointerMove={(event) => onActive(indexAt(event))}
      onPointerDown={(event) => onActive(indexAt(event))}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && onActive(null)}
      onFocus={() => active === null && onActive(last)}
      onBlur={() => onActive(null)}
      onClick={open}
      onKeyDown={(event) => {
        if (event.key === 'Enter') return onOpen?.(shown);
        const next = movedBy(event, shown, last);
        if (next === null) return;
        event.preventDefault();
        onActive(next);
      }}
    >
      {width > 0 && (
        <svg width={width} height={height} aria-hidden focusable="false" style={{ display: 'block' }}>
          <Axes points={points} series={series} frame={frame} />
          <Marks {...props} frame={frame} />
          {series.kind === 'bar' ? (
            <Bars points={points} of={series.key} frame={frame} />
          ) : (
            <Course points={points} of={series.key} frame={frame} />
          )}
          <Before points={points} of={series.key} frame={frame} />
          {active !== null && points[active] !== undefined && (
            <circle
              cx={frame.x(active)}
              cy={frame.y(points[active].figures[series.key] ?? 0)}
              r={4.5}
              fill={COLOR}
              stroke="var(--mantine-color-body)"
              strokeWidth={2}
            />
          )}
        </svg>
      )}
      {active !== null && width > 0 && (
        <div
          aria-hidden
          style={{
            position: 'absolute',
            top: 0,
            zIndex: 1,
            pointerEvents: 'none',
            maxWidth: Math.min(260, width),
            ...(frame.x(active) < width / 2
              ? { left: Math.min(frame.x(active) + 10, width / 2) }
              : { right: Math.min(width - frame.x(active) + 10, width / 2) }),
          }}
        >
          {tooltip}
        </div>
      )}
    </div>
  );
}

function movedBy({ key }: KeyboardEvent, at: number, last: number): number | null {
  const moves: Record<string, number> = {
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    PageUp: at + WEEK,
    PageDown: at - WEEK,
    Home: 0,
    End: last,
  };
  const next = moves[key];
  return next === undefined ? null : Math.min(last, Math.max(0, next));
}

/** Positions of points and values in the drawing. */
interface Frame {
  left: number;
  right: number;
  bottom: number;
  /** Width of a day. */
  band: number;
  scale: Scale;
  tickLabels: readonly string[];
  x: (index: number) => number;
  y: (value: number) => number;
}

function frameOf(points: readonly ChartPoint[], series: ChartSeries, width: number, height: number): Frame {
  const valueIn = (figures: Readonly<Record<string, number>> | undefined) => figures?.[series.key] ?? 0;
  const scale = scaleOf(points.flatMap(({ figures, before }) => [valueIn(figures), valueIn(before?.figures)]));
  const short = scale.ticks.map(series.onAxis ?? series.format);
  // Short formats round: two grid lines with the same label would contradict each other.
  const tickLabels = new Set(short).size === short.length ? short : scale.ticks.map(series.format);
  const left = Math.max(...tickLabels.map((text) => text.length)) * CHARACTER + 8;
  const [right, bottom] = [Math.max(width - RIGHT, left + 1), height - BOTTOM];
  const band = (right - left) / Math.max(1, points.length);
  return {
    left,
    right,
    bottom,
    band,
    scale,
    tickLabels,
    x: (index) => left + band * (index + 0.5),
    y: (value) => bottom - ((value - scale.min) / (scale.max - scale.min)) * (bottom - TOP),
  };
}

interface PartProps {
  points: readonly ChartPoint[];
  frame: Frame;
  /** Key of the measure. */
  of: string;
}

function Axes({ points, frame }: Omit<PartProps, 'of'> & { series: ChartSeries }) {
  const { shortDay } = useFormats();
  const { left, right, bottom, scale, tickLabels, x, y } = frame;
  const text = { fontSize: FONT_SIZE, fill: MUTED };
  return (
    <>
      {scale.ticks.map((tick, index) => (
        <g key={tick}>
          <line
            x1={left}
            x2={right}
            y1={y(tick)}
            y2={y(tick)}
            stroke={tick === 0 ? MUTED : BORDER}
            {...(tick === 0 ? {} : { strokeDasharray: '3 3' })}
          />
          <text {...text} x={left - 6} y={y(tick) + 4} textAnchor="end">
            {tickLabels[index]}
          </text>
        </g>
      ))}
      {labelledDays(points.length, right - left, DAY_WIDTH).map((index) => (
        <text
          key={index}
          {...text}
          x={Math.min(Math.max(x(index), left + DAY_WIDTH / 2 - 8), right - DAY_WIDTH / 2 + 8)}
          y={bottom + 18}
          textAnchor="middle"
        >
          {shortDay(points[index]!.day)}
        </text>
      ))}
    </>
  );
}

/** The days with annotations, and the active day. */
function Marks({
  points,
  marked,
  active,
  frame,
}: Pick<DrawingProps, 'points' | 'marked' | 'active'> & { frame: Frame }) {
  const { x, bottom } = frame;
  return points.map(({ day }, index) => {
    const isMarked = marked.has(day);
    if (!isMarked && index !== active) return null;
    return (
      <g key={day}>
        <line
          x1={x(index)}
          x2={x(index)}
          y1={TOP - 6}
          y2={bottom}
          stroke={MUTED}
          {...(isMarked ? { strokeDasharray: '2 3' } : { opacity: 0.5 })}
        />
        {isMarked && <path d={`M ${x(index)} 2 l 5 5 l -5 5 l -5 -5 z`} fill="var(--mantine-color-text)" />}
      </g>
    );
  });
}

function Bars({ points, of, frame: { band, x, y } }: PartProps) {
  const width = Math.max(1, Math.min(MAX_BAR, band * 0.7));
  return points.map(({ day, figures }, index) => {
    const value = figures[of] ?? 0;
    const top = Math.min(y(value), y(0));
    return (
      <rect key={day} x={x(index) - width / 2} y={top} width={width} height={Math.abs(y(value) - y(0))} fill={COLOR} />
    );
  });
}

function Course({ points, of, frame: { x, y } }: PartProps) {
  const line = points.map(({ figures }, index) => `${x(index)},${y(figures[of] ?? 0)}`).join(' ');
  return (
    <>
      <polygon points={`${x(0)},${y(0)} ${line} ${x(points.length - 1)},${y(0)}`} fill={COLOR} opacity={0.12} />
      <polyline points={line} fill="none" stroke={COLOR} strokeWidth={2} strokeLinejoin="round" />
      {points.length === 1 && <circle cx={x(0)} cy={y(points[0]!.figures[of] ?? 0)} r={3} fill={COLOR} />}
    </>
  );
}

/** The previous period, pale and dashed. */
function Before({ points, of, frame: { x, y } }: PartProps) {
  const line = points.flatMap(({ before }, index) =>
    before === undefined ? [] : [`${x(index)},${y(before.figures[of] ?? 0)}`],
  );
  if (line.length === 0) return null;
  return <polyline points={line.join(' ')} fill="none" stroke={BEFORE_COLOR} strokeWidth={1.5} strokeDasharray="4 4" />;
}
