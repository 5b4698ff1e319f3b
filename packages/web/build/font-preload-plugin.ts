import type { Plugin } from 'vite';

/** Preloads the one font file that every page needs, before its style sheet has loaded. */
export function fontPreload(font: RegExp): Plugin {
  return {
    name: 'atrium:font-preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const file = Object.keys(bundle ?? {}).find((name) => font.test(name));
        if (file === undefined) throw new Error(`No built file is named like ${font}`);
        return [
          {
            tag: 'link',
            injectTo: 'head-prepend',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${file}` },
          },
        ];
      },
    },
  };
}
