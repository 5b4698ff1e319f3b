const fromFlows = 'it is computed from affluenceIn and affluenceOut';
const fromSales = 'it comes from sales imports';
const fromScore = 'it is the score of the underlying measure: send that one';

/** Known metrics that no device sends, each with the reason that a sender is told. */
const reasons: ReadonlyMap<string, string> = new Map([
  ['inside', fromFlows],
  ['affluenceInCorrected', fromFlows],
  ['affluenceOutCorrected', fromFlows],
  ['insideCorrected', fromFlows],
  ['uwbInside', 'it is computed from uwbAffluenceIn and uwbAffluenceOut'],
  ['limit', 'it is a setting of the event or the zone'],
  ['occupancy', 'it is inside divided by the limit'],
  ['refusals', 'it is computed from entries while the limit is reached'],
  ['footfallCaptureRate', 'it is affluenceIn divided by footfall'],
  ['captureRate', 'it is affluenceIn divided by the passers-by'],
  ['popularity', "it is the zone's affluenceIn divided by its top zone's"],
  ['abandonRate', 'it is computed from queueAbandon and queueAffluenceOut'],
  ['groupSize', 'it is computed from affluenceIn and numberOfGroups'],
  ['density', 'it is computed from inside and the area'],
  ['densityMax', 'it is computed from inside and the area'],
  ['reverseDensity', 'it is computed from inside and the area'],
  ['linearDensity', "it is computed from queueLength and the queue's length"],
  ['femaleProportion', 'it is computed from flows that carry a gender'],
  ['comfortScore', fromScore],
  ['turnover', fromSales],
  ['numberOfOrders', fromSales],
  ['numberOfGoodsSold', fromSales],
  ['avgBasketPrice', fromSales],
  ['avgBasketSize', fromSales],
  ['salesConversion', 'it is orders divided by affluenceIn'],
  ['conversionRate', 'it is orders divided by affluenceIn'],
  ['salesIndex', 'it is turnover divided by affluenceIn'],
  ...['co2', 'humidity', 'temperature', 'tvoc', 'pm25', 'pm10', 'hcho', 'luminosity'].map(
    (id) => [`${id}Score`, fromScore] as const,
  ),
]);

const energyVariant =
  /^(electricityConsumption|electricityProduction|heatConsumption|heatProduction|waterConsumption|combustibleConsumption)(PerSqm)?(EnergyEquivalent|Co2Equivalent)?(OnDay|OnInterval)?$/;

/** Why a known metric can't be sent, in words that complete "… can't be sent: "; null when the metric isn't known as derived. */
export function derivedReason(metric: string): string | null {
  const reason = reasons.get(metric);
  if (reason !== undefined) return reason;
  const base = metric.length <= 80 ? energyVariant.exec(metric)?.[1] : undefined;
  return base === undefined || base === metric ? null : `it is computed from ${base}`;
}
