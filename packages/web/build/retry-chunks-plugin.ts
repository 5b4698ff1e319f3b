import type { Plugin } from 'vite';

const once = 'baseModule().catch(handlePreloadError)';
const twice = `baseModule().catch(() => new Promise((wait) => setTimeout(wait, 1000)).then(baseModule)).catch(handlePreloadError)`;

/**
 * Retries a failed chunk download once, because connections break and the whole page would show an error. A file
 * removed by an update fails the second time too.
 */
export function retryChunks(): Plugin {
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
