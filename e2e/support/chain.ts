import { Random } from '@atrium/testkit/chance';
import { buildChainFile, largeChain } from '@atrium/testkit/sites';
import { askOrThrow, createAsk, uploadSiteFile } from './asking.ts';
import { type EmptyInstallation, startEmpty } from './empty-installation.ts';
import { expect, type Page } from './journey.ts';

const email = 'admin@chain.example';
const password = 'Demo-pass-1';

/** Number of sites of the chain. */
export const siteCount = largeChain.sites;

/**
 * Maximum number of DOM nodes, text nodes included. Nine sites need up to 2 600; drawing every row in full took 33 000.
 */
export const maxNodes = 5_000;

/** A product with an organization of 400 sites, 300 people, 500 alerts and 200 pages. */
export interface Chain {
  readonly origin: string;
  /** Signs its administrator in and returns the token. */
  signIn(): Promise<string>;
  /** Posts entries at the street door of a site. */
  enter(site: number, people: number): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a product and makes the organization in it. */
export async function startChain(): Promise<Chain> {
  const installation = await startEmpty();
  return makeChain(installation).catch(async (error) => {
    await installation.stop();
    throw error;
  });
}

async function makeChain({ origin, invitation, stop }: EmptyInstallation): Promise<Chain> {
  const nobody = createAsk(origin, null);
  await askOrThrow(
    nobody,
    `mutation ($token: String!, $email: String!, $password: String!, $organization: InvitationOrganization) {
      acceptInvitation(token: $token, email: $email, password: $password, firstName: "Ada", lastName: "Keller", lang: "en", organization: $organization) }`,
    {
      ...{ token: new URL(invitation).searchParams.get('token'), email, password },
      organization: { name: largeChain.organization, address: 'Bern' },
    },
  );
  const signIn = async () => {
    const { login } = await askOrThrow<{ login: { token: string } }>(
      nobody,
      'query ($email: String!, $password: String!) { login(email: $email, password: $password) { token } }',
      { email, password },
    );
    return login.token;
  };
  const token = await signIn();
  await uploadSiteFile(origin, token, buildChainSites());
  const { createIngestKey: key } = await askOrThrow<{ createIngestKey: { secret: string } }>(
    createAsk(origin, token),
    'mutation { createIngestKey(name: "Gateway") { secret } }',
  );
  return {
    ...{ origin, stop, signIn },
    async enter(site, people) {
      const at = new Date().toISOString();
      const answer = await fetch(`${origin}/ingest/v1/readings`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key.secret}` },
        body: JSON.stringify([
          { device: `SHOP-${site}-street`, metric: 'affluenceIn', at, value: people, interval: 300 },
        ]),
      });
      expect(await answer.json()).toMatchObject({ accepted: 1 });
    },
  };
}

/** Builds shops that never close, so that at any hour each has a row with a live value. */
function buildChainSites(): string {
  const file = JSON.parse(buildChainFile(new Random(1), largeChain).replaceAll('admin@demo.example', email));
  for (const shop of file.installations) shop.openingHours = 'always';
  return JSON.stringify(file);
}

interface Socket {
  /** Messages on the live socket, by type. */
  readonly sent: Record<string, number>;
  readonly received: Record<string, number>;
}

/** Opens a page as the chain's administrator and counts the messages on its socket. */
export async function open(chain: Chain, page: Page, path: string): Promise<Socket> {
  const socket: Socket = { sent: {}, received: {} };
  const count = (into: Record<string, number>) => (frame: { payload: string | Buffer }) => {
    const { type } = JSON.parse(String(frame.payload)) as { type: string };
    into[type] = (into[type] ?? 0) + 1;
  };
  page.on('websocket', (live) => {
    live.on('framesent', count(socket.sent));
    live.on('framereceived', count(socket.received));
  });
  await enter(page, chain.origin, { token: await chain.signIn() });
  await watchTasks(page);
  await page.goto(`${chain.origin}${path}`);
  return socket;
}

interface Tokens {
  readonly token: string;
  /** The person that is viewed as. */
  readonly viewAs?: string;
}

/** Gives the page the tokens of a session. */
export const enter = (page: Page, origin: string, { token, viewAs }: Tokens) =>
  page
    .context()
    .addCookies(
      [
        ...[
          { name: 'production-atrium-token', value: token },
          { name: 'production-atrium-session', value: '1' },
          ...(viewAs === undefined ? [] : [{ name: 'production-atrium-view-as', value: viewAs }]),
        ].map((cookie) => ({ ...cookie, sameSite: 'Strict' as const })),
        { name: 'atrium-consent', value: 'no' },
      ].map((cookie) => ({ ...cookie, url: origin })),
    );

/** Counts long tasks, which `settle` reads. */
export const watchTasks = (page: Page) =>
  page.addInitScript(() => {
    const tasks = { long: 0 };
    Object.assign(window, { tasks });
    new PerformanceObserver((list) => {
      tasks.long += list.getEntries().length;
    }).observe({ type: 'longtask', buffered: true });
  });

/** Waits until the page draws thirty frames without a long task. */
export const settle = (page: Page) =>
  expect
    .poll(
      () =>
        page.evaluate(async () => {
          const { tasks } = window as unknown as { readonly tasks: { readonly long: number } };
          const before = tasks.long;
          for (let frame = 0; frame < 30; frame++) await new Promise(requestAnimationFrame);
          return tasks.long - before;
        }),
      { timeout: 90_000 },
    )
    .toBe(0);

/** Counts all nodes of the page, including text nodes. */
export const countNodes = (page: Page) =>
  page.evaluate(() => {
    const nodes = document.createTreeWalker(document, NodeFilter.SHOW_ALL);
    let count = 1;
    while (nodes.nextNode()) count += 1;
    return count;
  });
