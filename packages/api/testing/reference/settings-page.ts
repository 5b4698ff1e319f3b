import { settingGroups, settings, toSettingKey } from '../../src/platform/config/settings.ts';
import { code, toPage, toTable } from './markdown.ts';

const secretMark = ' 🔒';

/** Builds docs/reference/settings.md. */
export function buildSettingsPage(): string {
  const all = Object.entries(settings);
  const groups = Object.entries(settingGroups).map(([group, title]) => {
    const rows = all
      .filter(([, setting]) => setting.group === group)
      .map(([name, { default: otherwise, example, isSecret, meaning, takes }]) => [
        `${code(name)}${isSecret ? secretMark : ''}`,
        name === 'ATRIUM_CONFIG' ? '' : code(toSettingKey(name)),
        otherwise,
        meaning,
        takes,
        example === undefined ? '' : code(example),
      ]);
    return `## ${title}\n\n${toTable(['variable', 'key in the file', 'default', 'meaning', 'takes', 'example'], rows)}`;
  });
  return toPage(
    '# Settings',
    'This page is the reference of all settings, for operators. Every setting is optional.',
    [
      'Settings come from three places:',
      '',
      '- **Environment variables**, such as `PORT=8080`. They override the settings file.',
      '- **A settings file**, `atrium.yaml` in the product’s folder, or the file that `ATRIUM_CONFIG` names.',
      `- **Secret files**, for settings with a lock (${secretMark.trim()}). \`SMTP_URL_FILE=/run/secrets/smtp\` reads the value from that file. In the settings file the key is \`smtpUrlFile\`.`,
    ].join('\n'),
    [
      '```yaml',
      '# atrium.yaml',
      'port: 8080',
      'publicUrl: https://atrium.example.com',
      'demo: false',
      'languages: [en, fr, de]',
      'smtpUrlFile: /run/secrets/smtp',
      '```',
    ].join('\n'),
    'Relative paths in the file start at the folder of the file. A mistake stops the start with one message each: the name or the line, and what the setting takes. An unknown name is refused, with the nearest known one.',
    '`npm run -s atrium -- help settings` prints this list.',
    ...groups,
  );
}
