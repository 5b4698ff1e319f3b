import type { Plugin } from 'vite';

const once = 'baseModule().catch(handlePreloadError)';
const twice = `baseModule().catch(() => new Promise((wait) => setTimeout(wait, 1000)).then(baseModule)).catch(handlePreloadError)`;

/**
 * Has the browser fetch a part of the application once more where it could not be fetched: connections break, and a
 * whole page would give way to a fault. A file that an update took away is not there the second time either.
 */
export function secondTry(): Plugin {
  return {
    name: 'atrium:second-try',
    apply: 'build',
    transform: {
      filter: { id: /vite\/preload-helper\.js$/ },
      handler(code) {
        if (!code.includes(once)) throw new Error('Vite fetches parts in another way than this plugin knows');
        return code.replace(once, () => twice);
      },
    },
  };
}
