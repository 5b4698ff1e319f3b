export { deleteRows } from './delete-rows.ts';
/** Whose data it is, and how far somebody sees it. Making scopes of people and gateways is the access module's: `scope.ts`. */
export { actorOf, type Scope, systemScope } from './scope.ts';
export { checkSeesAllOf, type ServedSites, seesAllOf } from './served-sites.ts';
export { tenantRows } from './tenant-rows.ts';
