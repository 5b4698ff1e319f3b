import { addDays, type LocalDate } from '@atrium/domain/core';
import { parseQuery } from '@atrium/domain/numbers/parsing';
import { Random } from '@atrium/testkit/chance';
import { randomQuestion } from '@atrium/testkit/oracle';
import { aClock } from '@atrium/testkit/time';
import { createPlatformServices } from '../../../app/services.ts';
import { organizationStore } from '../../../people/organization/index.ts';
import { readConfig } from '../../../platform/config/read-config.ts';
import { openPlatform } from '../../../platform/open-platform.ts';
import { ClosingStack } from '../../../platform/process.ts';
import { createLogger } from '../../../platform/telemetry/logger.ts';
import { systemScope } from '../../../platform/tenancy/index.ts';

// Runs as its own process, since the engine opens one folder per process. Prints the answers to random questions about
// the given days: the same for the same data.
const [count, first, length] = process.argv.slice(2) as [string, LocalDate, string];
const config = readConfig(process.env);
if (!config.ok) throw new Error(config.error.join());
const closing = new ClosingStack(createLogger('silent'));
// A fixed time after the queried days, so that all compared runs agree.
const clock = aClock(Date.parse(first) + (Number(length) + 2) * 86_400_000);
const platform = await openPlatform(config.value, createLogger('silent'), closing, { clock });
const { sites, answerQueries } = createPlatformServices(platform);
const random = new Random(20_260_301);
const scopes = (await organizationStore(platform.relational.db).all()).map(({ id }) => systemScope(id));
const answers: unknown[] = [];
while (answers.length < Number(count)) {
  const scope = random.pick(scopes);
  const site = random.pick(await sites.topologies(scope));
  const query = parseQuery(randomQuestion(random, site, first, Number(length)).raw);
  if (query.ok) answers.push((await answerQueries(scope, [query.value]))[0]);
}
const total = count === 'total' ? await crossingsOfFirst() : null;
await closing.close();
process.stdout.write(`${JSON.stringify(total ?? answers)}\n`, () => process.exit(0));

/** Returns the entries over all days at the first organization's sites, as pages show them. */
async function crossingsOfFirst(): Promise<number> {
  const [scope] = scopes;
  const period = `${first}/${addDays(first, Number(length))}`;
  const filters = { conditions: [{ criterion: 'DATE', values: [period] }] };
  const query = parseQuery({ metric: 'affluenceIn', filters, groupBy: [{ type: 'ZONE' }] });
  if (scope === undefined || !query.ok) throw new Error('no question');
  const [answer] = await answerQueries(scope, [query.value]);
  if (answer?.ok !== true) throw new Error(answer?.error.message);
  return answer.value.data.reduce((sum, { value }) => sum + Number(value), 0);
}
