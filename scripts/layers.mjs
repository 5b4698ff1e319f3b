/**
 * The modules of the API in layers, the lowest first. A module may import lower layers only, so modules of one layer do
 * not import each other. A module is an area (`sites`), a folder of one (`people/access`) or a file of `app`.
 */
export const layers = [
  { modules: ['platform'], because: 'every module stands on it, so it knows none' },

  {
    modules: ['people/audit', 'people/notifications', 'people/translations'],
    because: 'other modules record actions and send messages through them',
  },
  { modules: ['people/organization'], because: 'people belong to an organization' },
  { modules: ['people/webhooks'], because: 'other modules report to other programs through it' },
  { modules: ['people/access'], because: 'signing in does not depend on what is shown' },

  { modules: ['sites'], because: 'measurements, pages and reports refer to sites' },

  {
    modules: ['numbers', 'numbers/heatmaps', 'numbers/weather'],
    because: 'they measure sites, whatever is made of the numbers',
  },
  {
    modules: ['numbers/inside-corrections', 'numbers/live', 'numbers/targets'],
    because: 'they correct measurements, answer with them as readings arrive, or compare them with what was planned',
  },

  { modules: ['pages', 'pages/map-views'], because: 'they say what is shown of sites, whoever looks at it' },
  { modules: ['pages/cache-warm-up'], because: 'it runs the queries of pages before anyone opens them' },

  {
    modules: ['actions/alerts', 'actions/exports', 'actions/sales'],
    because: 'they judge measurements, write them to files, or bring what is measured besides readings',
  },
  {
    modules: ['actions/kiosks', 'actions/reports', 'actions/stop-and-go'],
    because: 'they tell people what was measured, what fired, and how it was corrected',
  },

  { modules: ['actions/rest-api'], because: 'it offers to programs what lower modules offer to pages' },

  { modules: ['setup/manual-counts'], because: 'people count at a door beside its sensor' },
  { modules: ['setup/site-files'], because: 'a site file declares sites with their pages, maps and alerts' },
  { modules: ['setup/devices'], because: 'devices are placed by the rules of a site file' },
  { modules: ['setup/first-steps'], because: 'it reports the progress of a set-up and changes nothing' },

  { modules: ['operations/runs'], because: 'tasks of the installation record their runs' },
  { modules: ['operations/site-erasing'], because: 'it deletes a site from all lower modules' },
  { modules: ['operations/backup'], because: 'it copies what all of them keep, and knows how readings are added up' },
  { modules: ['operations/expired-rows'], because: 'it deletes what the modules let expire' },
  { modules: ['operations/system'], because: 'it reports how all of them run' },
  { modules: ['operations/program-events'], because: 'it reports to other programs what System shows' },
  { modules: ['operations/demo'], because: 'it fills the product as a customer would' },

  {
    modules: ['app/services', 'app/schema', 'app/access-changes', 'app/write-schema', 'app/describe-start'],
    because: 'they put the modules together',
  },
  { modules: ['app/cli'], because: 'commands work on the modules put together' },
  { modules: ['app/main'], because: 'it starts the product' },
];

/** Returns the position of a module's layer; -1 for a module without one. */
export const layerOf = (module) => layers.findIndex(({ modules }) => modules.includes(module));

/** Returns the module of a file below `packages/api/src`: the folder in its area if that is a module, else the area. */
export function moduleOf(file) {
  const [area, name] = file.replace(/\.ts$/, '').split('/');
  return layerOf(`${area}/${name}`) < 0 ? area : `${area}/${name}`;
}
