import { commands } from '../../src/app/cli/commands/index.ts';
import { commonOptions, exitStatuses } from '../../src/app/cli/help.ts';
import { code, toPage, toTable } from './markdown.ts';

/** Builds docs/reference/command-line.md. */
export const buildCommandLinePage = (): string =>
  toPage(
    '# Command line',
    'This page is the reference of the `atrium` command, for operators.',
    'Run it as `npm run -s atrium -- <command>` in the product’s folder. In a container, run `node packages/api/dist/app/cli/main.mjs <command>`.',
    'Commands work through the running server, which they find by `PORT`. Without a server they open the data folder in `ATRIUM_DATA_DIR`. Relative paths start where the command was typed.',
    `## Commands\n\n${toTable(
      ['command', 'does'],
      commands.map(({ name, summary }) => [`[${code(name)}](#${name.replaceAll(' ', '-')})`, summary]),
    )}`,
    `## Options of every command\n\n${toTable(
      ['option', 'does'],
      Object.entries(commonOptions).map(([name, text]) => [code(name), text]),
    )}`,
    `## Exit status\n\n${toTable(
      ['status', 'meaning'],
      Object.entries(exitStatuses).map(([status, text]) => [status, text]),
    )}`,
    'Errors go to standard error, one line each.',
    ...commands.map(
      ({ name, usage, summary, examples }) =>
        `## ${name}\n\n${summary}\n\n\`\`\`\natrium ${`${name} ${usage}`.trimEnd()}\n\`\`\`\n\nExamples:\n\n\`\`\`\n${examples.join('\n')}\n\`\`\``,
    ),
  );
