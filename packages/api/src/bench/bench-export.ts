import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { askGraphql } from './ask-graphql.ts';
import { benchLoad, type Load } from './bench-load.ts';
import { signInDemo } from './demo-product.ts';

const day = 86_400_000;
/** ms between looks at how far the export is. */
const lookMs = 500;
const patienceMs = 600_000;

const request =
  'dataType:"counting",target:"zone",includeSubZones:true,granularity:60,format:"xlsx",installationId:$site,zoneIds:$zones,from:$from,to:$to';
const variables = '$site:Int!,$zones:[Int!]!,$from:Timestamp!,$to:Timestamp!';

interface Wish {
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
 * Has a spreadsheet of at least so many rows made of the demo at the address while people read and gateways post, and
 * answers lines that say what became of those without it and beside it. `pid`: of the product, where its memory can be read.
 */
export async function benchExport(address: string, load: Load, rows: number, pid: number | null): Promise<string[]> {
  const alone = await benchLoad(address, load);
  const token = await signInDemo(address);
  const wish = await wishFor(address, token, rows);
  const members = 'query($site:Int!){exportRecipients(installationId:$site){userId whyNot}}';
  const { exportRecipients } = await askGraphql(address, token, members, { site: wish.site });
  const users = (exportRecipients as { userId: number; whyNot: string | null }[]).filter(
    ({ whyNot }) => whyNot === null,
  );
  const asking = `query(${variables},$users:[Int!]!){exportData(${request},userIds:$users)}`;
  const before = await memoryOf(pid);
  const begin = performance.now();
  const { exportData: id } = await askGraphql(address, token, asking, { ...wish, users: [users[0]?.userId] });
  let job: Job | null = null;
  let most = before;
  const following = (async () => {
    while (job === null && performance.now() - begin < patienceMs) {
      await delay(lookMs);
      most = Math.max(most, await memoryOf(pid));
      const found = await jobOf(address, token, id as number);
      if (found.state !== 'waiting' && found.state !== 'running') job = found;
    }
  })();
  const beside = await benchLoad(address, load, () => job !== null || performance.now() - begin > patienceMs);
  await following;
  const { state, rowsDone, bytes } = job ?? { state: 'not done', rowsDone: 0, bytes: 0 };
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  const memory = pid === null ? '' : `, memory ${before} MB before, at most ${most} MB`;
  return [
    'without it:',
    ...alone.map((line) => `  ${line}`),
    `beside it (${rowsDone} rows, ${((bytes ?? 0) / 1e6).toFixed(1)} MB, ${state} after ${seconds} s${memory}):`,
    ...beside.map((line) => `  ${line}`),
  ];
}

/** The site with the most zones, and so many days until today that they have the rows. */
async function wishFor(address: string, token: string, rows: number): Promise<Wish> {
  const { allInstallations } = await askGraphql(address, token, '{allInstallations{id zones{id parentIds}}}', {});
  const sites = allInstallations as { id: number; zones: { id: number; parentIds: number[] }[] }[];
  const site = sites.toSorted((left, right) => right.zones.length - left.zones.length)[0];
  if (site === undefined) throw new Error('the demo has no site');
  const zones = site.zones.filter(({ parentIds }) => parentIds.length === 0).map(({ id }) => id);
  const to = Math.floor(Date.now() / day) * day;
  const preview = `query(${variables}){exportPreview(${request}){rows}}`;
  const oneDay = { site: site.id, zones, from: to - day, to };
  const { exportPreview } = await askGraphql(address, token, preview, oneDay);
  const days = Math.ceil(rows / (exportPreview as { rows: number }).rows);
  return { ...oneDay, from: to - days * day };
}

async function jobOf(address: string, token: string, id: number): Promise<Job> {
  const listed = await askGraphql(address, token, '{exportJobs(first:5){nodes{id state rowsDone bytes}}}', {});
  const found = (listed.exportJobs as { nodes: Job[] }).nodes.find((job) => job.id === id);
  if (found === undefined) throw new Error('an export that was asked for is not listed');
  return found;
}

/** What a process holds in memory, MB; 0 where nobody may know. */
async function memoryOf(pid: number | null): Promise<number> {
  const text = pid === null ? '' : await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(text)?.[1] ?? 0) / 1024);
}
