export { sendTraces } from './otlp.ts';
export { beginSpan, traced } from './spans.ts';
