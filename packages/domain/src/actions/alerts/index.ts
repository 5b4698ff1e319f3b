export * from './alert-log.ts';
export { type BackTest, backTest, type Firing, type OtherLimit, type PlaceSeries } from './back-test.ts';
export { buildRule, findWatchedDevices, getEvaluationInterval } from './conditions/build-rule.ts';
export { type ConditionProblem, checkCondition, type FormField } from './conditions/check-condition.ts';
export {
  type AlertCondition,
  type ConditionTypeName,
  conditionTypes,
  type Deviation,
  type DeviceStatusCode,
  deviations,
  emptyCondition,
  expectedIntervals,
  fluxDirections,
  type Place,
  toPlaceKey,
} from './conditions/condition.ts';
export type {
  ConditionField,
  ConditionType,
  FieldSpec,
  SiteFacts,
  ValueSpec,
  Watch,
} from './conditions/condition-type.ts';
export { getConditionType, isConditionTypeName } from './conditions/registry.ts';
export { type Episode, type Replay, replay } from './engine/replay.ts';
export {
  type Bounds,
  type Comparison,
  distanceBeyond,
  findBound,
  findLimit,
  isBeyond,
  judgedBy,
  type Measure,
  type Observation,
  type Rule,
  type Tick,
  type Usual,
} from './engine/rule.ts';
export {
  type AlertState,
  initialAlertState,
  isOpen,
  type Peak,
  type Phase,
  phases,
  type Transition,
} from './engine/state.ts';
export { type Step, step } from './engine/step.ts';
export {
  fillMessage,
  type MessageToken,
  measureText,
  messageTokens,
  splitMessage,
  type TextLength,
} from './message-text.ts';
export { isQuietTime, isWithinQuietTimes, maxQuietTimes, type QuietTime } from './quiet-times.ts';
export { compareSeverities, type Severity, severities } from './severity.ts';
export {
  buildDifferenceQueries,
  comparedWidth,
  type Difference,
  isOutside,
  listComparedMetrics,
  listDifferences,
} from './story/differences.ts';
export { listPhaseSpans } from './story/phase-spans.ts';
export type { Suggestion, Tally } from './suggest-limit.ts';
export { roundTo } from './suggest-limit.ts';
