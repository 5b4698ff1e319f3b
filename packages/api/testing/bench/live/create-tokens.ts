import { createPlatformServices } from '../../../src/app/services.ts';
import { systemScope } from '../../../src/platform/tenancy/index.ts';
import { applySiteFile } from '../../../src/setup/site-files/index.ts';
import type { BenchWorld } from '../bench-world.ts';
import { queryGraphql } from '../query-graphql.ts';

/** Below the limit per person. */
const socketsOfPerson = 80;
const password = 'Viewing-pass-1';

/** Returns tokens of as many people as are needed for so many sockets. */
export async function createTokens(world: BenchWorld, sockets: number): Promise<string[]> {
  const { provisioning, access } = createPlatformServices(world.platform);
  const emails = Array.from(
    { length: Math.ceil(sockets / socketsOfPerson) },
    (_, index) => `viewer-${index}@bench.example`,
  );
  const person = { profile: 'Administrator', role: 'admin', language: 'en', firstName: 'Vera', lastName: 'Viewer' };
  const file = {
    organization: { name: 'Bench' },
    profiles: [{ name: 'Administrator', rights: 'all' }],
    users: emails.map((email) => ({ email, ...person })),
  };
  // JSON is valid YAML.
  const options = { dryRun: false, prune: false, within: null };
  const outcome = await applySiteFile(provisioning, JSON.stringify(file), options);
  if (!outcome.applied) throw new Error(JSON.stringify(outcome.problems));
  const login = 'query($email:String!,$password:String!){login(email:$email,password:$password){token}}';
  const tokens: string[] = [];
  for (const email of emails) {
    await access.setPassword(systemScope(world.organization), email, password);
    const found = await queryGraphql(world.address, null, login, { email, password });
    tokens.push((found.login as { token: string }).token);
  }
  return tokens;
}
