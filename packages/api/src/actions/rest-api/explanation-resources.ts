import type { RawQuery } from '@atrium/domain/numbers';
import { estimateQueryCost } from '../../numbers/index.ts';
import { listMcpTools, type McpDependencies } from './mcp-tools.ts';
import { answerMeasurement } from './measurement-resources.ts';
import type { RestRoute } from './route.ts';
import { refTo } from './schema.ts';

/** What is expected of a number, and what it is made of. */
export function listExplanationResources(dependencies: McpDependencies): readonly RestRoute[] {
  const explain = listMcpTools(dependencies).find(({ name }) => name === 'explain_number');
  if (explain === undefined) throw new Error('nothing explains numbers');
  const withExpected = (body: unknown): RawQuery => ({ ...(body as RawQuery), compare: 'EXPECTED' });
  return [
    {
      method: 'POST',
      path: '/measurements/expected',
      id: 'queryExpected',
      tag: 'Measurements',
      summary: 'Answers a query, with the expected value and the range that nine of ten values lie in.',
      description: 'As `measurements/query` with `compare` EXPECTED.',
      scope: 'measurements:read',
      body: refTo('MeasurementQuery'),
      answer: refTo('Measurement'),
      cost: ({ body }, sizes) => estimateQueryCost(withExpected(body), sizes),
      handle: ({ body }, caller) => answerMeasurement(dependencies.answerQueries, withExpected(body), caller),
    },
    {
      method: 'POST',
      path: '/measurements/explain',
      id: 'explainMeasurement',
      tag: 'Measurements',
      summary: 'Returns what a number of a site is made of: its sensors with their readings, gaps and corrections.',
      scope: 'measurements:read',
      body: refTo('ExplanationQuery'),
      answer: refTo('Explanation'),
      cost: ({ body }, sizes) => explain.cost(body as never, sizes),
      handle: ({ body }, caller) => explain.handle(body as never, caller),
    },
  ];
}
