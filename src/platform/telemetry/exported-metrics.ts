import { type HrTime, ValueType } from '@opentelemetry/api';
import { emptyResource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  type CollectionResult,
  type DataPoint,
  DataPointType,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics';
import type { MetricObjectWithValues, MetricValueWithName } from 'prom-client';

/** A metric as `prom-client` describes it. */
export type PromMetric = MetricObjectWithValues<MetricValueWithName<string>>;

/** Units by the end of the name. */
const UNITS: readonly (readonly [RegExp, string])[] = [
  [/_seconds(?:_total)?$/, 's'],
  [/_bytes(?:_total)?$/, 'By'],
];

/**
 * Creates the source of the exported metrics: those of /metrics, under the same names.
 * @param read reads them
 * @param startedAt when the counters began
 */
export function prometheusProducer(
  read: () => Promise<readonly PromMetric[]>,
  { name, startedAt }: { name: string; startedAt: Date },
): MetricProducer {
  return {
    async collect(): Promise<CollectionResult> {
      const span = { startTime: hrTime(startedAt), endTime: hrTime(new Date()) };
      const metrics = (await read()).flatMap((metric) => exported(metric, span));
      return {
        resourceMetrics: { resource: emptyResource(), scopeMetrics: [{ scope: { name }, metrics }] },
        errors: [],
      };
    },
  };
}

interface Period {
  startTime: HrTime;
  endTime: HrTime;
}

function hrTime(at: Date): HrTime {
  const ms = at.getTime();
  return [Math.floor(ms / 1_000), (ms % 1_000) * 1e6];
}

/** The same metric in the model of OpenTelemetry; none for a metric without values. */
function exported(metric: PromMetric, period: Period): MetricData[] {
  const { name, help } = metric;
  if (metric.values.length === 0) return [];
  const unit = UNITS.find(([pattern]) => pattern.test(name))?.[1] ?? '';
  const descriptor = { name, description: help, unit, valueType: ValueType.DOUBLE };
  const aggregationTemporality = AggregationTemporality.CUMULATIVE;
  const common = { descriptor, aggregationTemporality };
  switch (String(metric.type)) {
    case 'counter':
      return [{ ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: points(metric, period) }];
    case 'gauge':
      return [{ ...common, dataPointType: DataPointType.GAUGE, dataPoints: points(metric, period) }];
    case 'histogram':
      return [{ ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints: histograms(metric, period) }];
    default:
      throw new Error(`${name} is a ${metric.type}, which has no equivalent in OpenTelemetry.`);
  }
}

const points = ({ values }: PromMetric, period: Period): DataPoint<number>[] =>
  values.map(({ labels, value }) => ({ ...period, attributes: labels as Record<string, string>, value }));

interface Series {
  attributes: Record<string, string>;
  boundaries: number[];
  /** Values up to each boundary and, last, all values. */
  cumulative: number[];
  sum: number;
  count: number;
}

/** One point for each combination of labels. Prometheus counts the values up to a boundary, OpenTelemetry those between two. */
function histograms({ values }: PromMetric, period: Period) {
  const series = new Map<string, Series>();
  for (const { labels, value, metricName = '' } of values) {
    const { le, ...attributes } = labels as Record<string, string | number>;
    const key = JSON.stringify(Object.entries(attributes).sort());
    const one = series.get(key) ?? {
      attributes: attributes as Record<string, string>,
      boundaries: [],
      cumulative: [],
      sum: 0,
      count: 0,
    };
    series.set(key, one);
    if (metricName.endsWith('_sum')) one.sum = value;
    else if (metricName.endsWith('_count')) one.count = value;
    else {
      if (le !== '+Inf') one.boundaries.push(Number(le));
      one.cumulative.push(value);
    }
  }
  return [...series.values()].map(({ attributes, boundaries, cumulative, sum, count }) => {
    const counts = cumulative.map((upTo, at) => upTo - (cumulative[at - 1] ?? 0));
    return { ...period, attributes, value: { buckets: { boundaries, counts }, sum, count } };
  });
}
