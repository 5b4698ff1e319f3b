// The help of npm start. It works before anything is installed: built-ins only.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the help. Settings come from their reference, which is made from the code and compared with it by a test. */
export function buildStartHelp(root) {
  const reference = readFileSync(join(root, 'docs/reference/settings.md'), 'utf8');
  const sections = reference.split('\n## ').slice(1);
  return [
    'Usage: npm start [-- --dry-run]',
    '',
    'Installs and builds what is missing, then serves the product. Ctrl-C stops it.',
    'With --dry-run it says what it would change in the data, and changes nothing.',
    'Settings are environment variables, such as PORT=8080 npm start, or keys of atrium.yaml.',
    ...sections.flatMap((section) => {
      const [title, ...lines] = section.split('\n');
      return ['', title, ...lines.flatMap(toRow)];
    }),
    '',
    'Commands for a running product: npm run -s atrium -- --help',
    '',
  ].join('\n');
}

/** Returns the help of the setting in a row of the reference; nothing for other lines. */
function toRow(line) {
  const [name, , otherwise, meaning] = line
    .slice(2)
    .split(' | ')
    .map((cell) => cell.replaceAll('`', '').trim());
  if (!line.startsWith('| `')) return [];
  return [`  ${name.replace(/, or .*/, '').padEnd(27)}  ${meaning} (default: ${otherwise})`];
}
