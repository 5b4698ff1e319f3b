export { deleteRows } from './delete-rows.ts';
/** Only the access module creates scopes of people and gateways; it imports `scope.ts` directly. */
export { actorOf, type Scope, systemScope } from './scope.ts';
export { checkSeesAllOf, type ServedSites, seesAllOf } from './served-sites.ts';
export { tenantRows } from './tenant-rows.ts';
