import { setTimeout as delay } from 'node:timers/promises';
import { describeMemory, maxMemory, measureMemory, type Resident, signInDemo } from '../demo-product.ts';
import { queryGraphql } from '../query-graphql.ts';
import { benchLoad, type Load } from './bench-load.ts';

const day = 86_400_000;
/** ms between two checks of the export's progress. */
const lookMs = 500;
const patienceMs = 600_000;

const request =
  'dataType:counting,target:zone,includeSubZones:true,granularity:900,format:xlsx,installationId:$site,zoneIds:$zones,from:$from,to:$to';
const variables = '$site:Int!,$zones:[Int!]!,$from:Timestamp!,$to:Timestamp!';

/** Days of history in the demo. */
const maxDays = 390;

interface ExportPlan {
  /** Number of equal exports needed. */
  readonly times: number;
  readonly site: number;
  readonly zones: readonly number[];
  readonly from: number;
  readonly to: number;
}

interface Job {
  readonly id: number;
  readonly state: string;
  readonly rowsDone: number;
  readonly bytes: number | null;
}

/**
 * Exports spreadsheets of at least so many rows from the demo at the address, while people read and gateways post.
 * Makes several in sequence if one site has too few rows. Returns lines with the results without and during the export.
 * `pid`: the product's process, if its memory can be read.
 */
export async function benchExport(address: string, load: Load, rows: number, pid: number | null): Promise<string[]> {
  const alone = await benchLoad(address, load);
  const token = await signInDemo(address);
  const wish = await planExport(address, token, rows);
  const members = 'query($site:Int!){exportRecipients(installationId:$site){userId whyNot}}';
  const { exportRecipients } = await queryGraphql(address, token, members, { site: wish.site });
  const users = (exportRecipients as { userId: number; whyNot: string | null }[]).filter(
    ({ whyNot }) => whyNot === null,
  );
  const asking = `query(${variables},$users:[Int!]!){exportData(${request},userIds:$users)}`;
  const held = async (): Promise<Resident> => (pid === null ? { all: 0, files: 0 } : measureMemory(pid));
  const before = await held();
  const begin = performance.now();
  const { times, ...asked } = wish;
  const ids: unknown[] = [];
  for (let time = 0; time < times; time++)
    ids.push((await queryGraphql(address, token, asking, { ...asked, users: [users[0]?.userId] })).exportData);
  let jobs: readonly Job[] | null = null;
  let most = before;
  const following = (async () => {
    while (jobs === null && performance.now() - begin < patienceMs) {
      await delay(lookMs);
      most = maxMemory(most, await held());
      const found = await jobsOf(address, token, ids);
      if (found.every(({ state }) => state !== 'waiting' && state !== 'running')) jobs = found;
    }
  })();
  const beside = await benchLoad(address, load, () => jobs !== null || performance.now() - begin > patienceMs);
  await following;
  const made: readonly Job[] = jobs ?? [];
  const sum = (of: (job: Job) => number) => made.reduce((total, job) => total + of(job), 0);
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  const states = [...new Set(made.map(({ state }) => state))].join(', ') || 'not done';
  const memory = pid === null ? '' : `, memory ${describeMemory(before)}, before, at most ${describeMemory(most)}`;
  return [
    'without it:',
    ...alone.map((line) => `  ${line}`),
    `beside it (${sum(({ rowsDone }) => rowsDone)} rows in ${made.length} files, ${(sum(({ bytes }) => bytes ?? 0) / 1e6).toFixed(1)} MB, ${states} after ${seconds} s${memory}):`,
    ...beside.map((line) => `  ${line}`),
  ];
}

/** Returns the site with the most zones, and enough days before today to have the rows. */
async function planExport(address: string, token: string, rows: number): Promise<ExportPlan> {
  const { allInstallations } = await queryGraphql(address, token, '{allInstallations{id zones{id parentIds}}}', {});
  const sites = allInstallations as { id: number; zones: { id: number; parentIds: number[] }[] }[];
  const site = sites.toSorted((left, right) => right.zones.length - left.zones.length)[0];
  if (site === undefined) throw new Error('the demo has no site');
  const zones = site.zones.filter(({ parentIds }) => parentIds.length === 0).map(({ id }) => id);
  const to = Math.floor(Date.now() / day) * day;
  const preview = `query(${variables}){exportPreview(${request}){rows}}`;
  const oneDay = { site: site.id, zones, from: to - day, to };
  const { exportPreview } = await queryGraphql(address, token, preview, oneDay);
  const perDay = (exportPreview as { rows: number }).rows;
  const days = Math.min(maxDays, Math.ceil(rows / perDay));
  return { ...oneDay, from: to - days * day, times: Math.ceil(rows / (perDay * days)) };
}

async function jobsOf(address: string, token: string, ids: readonly unknown[]): Promise<readonly Job[]> {
  const listed = await queryGraphql(address, token, '{exportJobs(first:20){nodes{id state rowsDone bytes}}}', {});
  return (listed.exportJobs as { nodes: Job[] }).nodes.filter(({ id }) => ids.includes(id));
}
