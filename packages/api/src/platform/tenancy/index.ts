/** Only the access module creates scopes of people and gateways; it imports `scope.ts` directly. */
export { checkSeesAllSites, getActor, type Scope, type ServedSites, seesAllSites, systemScope } from './scope.ts';
export { deleteRows, isOfSite, openTenantRows, type SiteRef } from './tenant-rows.ts';
