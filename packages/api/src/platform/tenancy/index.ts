export { deleteRows } from './delete-rows.ts';
/** Only the access module creates scopes of people and gateways; it imports `scope.ts` directly. */
export { getActor, type Scope, systemScope } from './scope.ts';
export { checkSeesAllSites, type ServedSites, seesAllSites } from './served-sites.ts';
export { openTenantRows, type SiteRef } from './tenant-rows.ts';
