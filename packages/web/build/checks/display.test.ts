// @vitest-environment node
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const assets = path.join(import.meta.dirname, '../../dist/assets');

/** Features newer than the browsers of 2021 on displays: Chrome 87, Firefox 84, Safari 14. */
const young =
  /\.(at|toSorted|toReversed|toSpliced|findLast|findLastIndex)\(|(Object|Map)\.groupBy|Object\.hasOwn|structuredClone|\?\?=|\|\|=|&&=|#\w+ in |static\s*\{|Temporal\./;

// The full test run builds it first; other tests do not need it.
describe.skipIf(!existsSync(assets))('L02 the pages of displays', () => {
  it.each(['screen', 'kiosk'])(
    '%s is one script that browsers of 2021 can read, without a library of views',
    (name) => {
      const scripts = globSync(`${name}-*.js`, { cwd: assets });
      expect(scripts).toHaveLength(1);
      const text = readFileSync(path.join(assets, scripts[0] as string), 'utf8');
      expect(young.exec(text)?.[0]).toBeUndefined();
      expect(text.length).toBeLessThan(30_000);
    },
  );
});
