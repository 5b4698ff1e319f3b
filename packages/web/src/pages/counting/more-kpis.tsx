import { hasFewPeople } from '@atrium/domain/core/format';
import { compareFigure, findMetric, getUsualDecimals, type Metric } from '@atrium/domain/numbers';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/index.ts';
import { KpiCard } from '../cards/kpi-card.tsx';
import { KpiPicture } from '../cards/kpi-picture.tsx';
import { formatTooFew } from '../filters/filter-texts.ts';
import { getMetricHelp } from '../words/metric-help.ts';
import { formatMetricValue, formatValueParts } from '../words/metric-texts.ts';
import { getMetricName } from '../words/section-texts.ts';
import type { CountingContext, CountingModel, MoreMeasured } from './counting-model.ts';
import { buildSmallInput } from './small-inputs.ts';

interface MoreKpisProps {
  readonly model: CountingModel;
  readonly context: CountingContext;
  readonly now: number;
  readonly running: ReactNode;
}

/** F03: shows dwell time, gender and goods sold, if the site measures them. */
export function MoreKpis({ model, ...rest }: MoreKpisProps) {
  return model.more.map((measured) => {
    const metric = findMetric(rest.context.queries[measured.name].metric);
    return metric && <MoreKpi key={measured.name} {...{ metric, measured, model, ...rest }} />;
  });
}

interface MoreKpiProps extends MoreKpisProps {
  readonly metric: Metric;
  readonly measured: MoreMeasured;
}

function MoreKpi({ metric, measured, model, context, now, running }: MoreKpiProps) {
  const { t, locale } = useText();
  const { filters, explains } = context;
  const { name, value, usual, tooFew, buckets } = measured;
  const isShare = metric.unit === '%';
  const isShareOfFew = isShare && hasFewPeople(model.entries.value, model.entries.usual);
  const wording = { decimals: metric.decimals, hideUnit: false, formatter: null };
  const figure = formatValueParts(value, metric, wording, { t, locale });
  const write = (number: number) => {
    const decimals = getUsualDecimals(metric, number);
    return formatMetricValue(number, metric, { ...wording, decimals, hideUnit: !isShare }, { t, locale });
  };
  return (
    <KpiCard
      metric={metric.id}
      label={getMetricName(metric, t)}
      help={getMetricHelp(metric.id, t)}
      explains={explains && value !== null ? { isOpen: explains.isOpen(name), open: () => explains.open(name) } : null}
      tag={running}
      value={figure.text}
      unit={figure.unit}
      note={formatTooFew(tooFew, { t, locale })}
      comparison={{
        figure: compareFigure({ metric, value, usual, range: measured.range, unjudged: model.unjudged }),
        ...{
          write,
          times: measured.times,
          expected: measured.expected,
          mode: filters.state.compare.mode,
          ranges: filters.ranges,
          hidesChange: isShareOfFew,
        },
      }}
    >
      <KpiPicture
        input={buildSmallInput(buckets, model, filters.progress.people === 'running' ? now : null)}
        as={metric.kind === 'count' ? 'bars' : 'share'}
      />
    </KpiCard>
  );
}
