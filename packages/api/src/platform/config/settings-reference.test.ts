import { expect, test } from 'vitest';
import { environmentNames, onlyInEnvironment, settingGroups, settings, toSettingKey } from './settings.ts';

const reference = new URL('../../../../../docs/settings.md', import.meta.url).pathname;

/** Writes a value as code where it holds one. */
const code = (text: string | undefined) => (text === undefined ? '' : `\`${text}\``);

function writeReference(): string {
  const sections = Object.entries(settingGroups).map(([group, title]) => {
    const rows = Object.entries(settings)
      .filter(([, setting]) => setting.group === group)
      .map(([name, setting]) => {
        const secretFile = setting.isSecret ? `, or \`${name}_FILE\`` : '';
        const example = 'example' in setting ? setting.example : undefined;
        return `| \`${name}\`${secretFile} | ${onlyInEnvironment.has(name) ? '' : code(toSettingKey(name))} | ${setting.default} | ${setting.meaning} | ${code(example)} |`;
      });
    return `## ${title}\n\n| variable | key | default | meaning | example |\n|---|---|---|---|---|\n${rows.join('\n')}\n`;
  });
  return `${introduction}\n${sections.join('\n')}`;
}

const introduction = `# Settings

This page is for operators. It lists every setting. All are optional. More about some of them: [sign-in](sign-in.md), [mail and text messages](channels.md), [backups](backup.md), [monitoring and several processes](operating.md), [weather](weather.md).

A setting is an environment variable, or a line of the settings file \`atrium.yaml\` in the product's folder. \`ATRIUM_CONFIG\` names another file, or turns the file off with \`off\`. The environment overrides the file.

\`\`\`yaml
port: 8080
publicUrl: https://atrium.example.com
languages: [en, de]
smtpUrlFile: /run/secrets/smtp
\`\`\`

- A secret may be in a file of its own: \`ATRIUM_SECRET_FILE\` in the environment, \`secretFile\` in the settings file.
- Relative paths in the settings file start at its folder.
- An unknown key, an unknown variable that begins with \`ATRIUM_\`, \`OIDC_\` or \`RETAILER_OIDC_\`, and a value of another form stop the start. The message names the variable or the line, and the most similar name, never a value.
`;

test('docs/settings.md lists every setting as the product reads it', async () => {
  await expect(writeReference()).toMatchFileSnapshot(reference);
});

test('every setting belongs to a section and has no table sign in its texts', () => {
  expect(environmentNames.length).toBeGreaterThan(50);
  for (const setting of Object.values(settings)) {
    expect(Object.keys(settingGroups)).toContain(setting.group);
    expect(`${setting.default}${setting.meaning}`).not.toContain('|');
  }
});
