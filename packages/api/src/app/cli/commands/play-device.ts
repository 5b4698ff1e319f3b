import { err, ok } from '@atrium/domain/core';
import { type SampleId, sampleIds } from '@atrium/domain/setup/devices/samples';
import { playDevice as play } from '../../../setup/devices/index.ts';
import { defineCommand, findOrganization, parseArguments } from '../command.ts';

interface Options {
  readonly dialect: SampleId;
  readonly organization: string;
  readonly device: string;
  readonly name: string;
  readonly hours: number;
  readonly faulty: boolean;
}

const isSample = (text: string | undefined): text is SampleId => sampleIds.some((id) => id === text);
/** Maximum number of hours: the packets that are stored per device. */
const most = 24 * 28;

/** Simulates a device that sends packets in a maker's format, with faults on request. */
export const playDevice = defineCommand<Options>({
  name: 'play-device',
  summary: "Simulate a device that sends packets in a maker's format.",
  examples: ['atrium play-device hikvision --organization "My organization" --faulty'],
  usage: `<${sampleIds.join('|')}> --organization <name> [--device <serial>] [--name <name>] [--hours <1-${most}>] [--faulty]`,
  parse(args) {
    const spec = { organization: 'text', device: 'text', name: 'text', hours: 'text', faulty: 'flag' } as const;
    const read = parseArguments(args, spec, ['the dialect']);
    if (!read.ok) return read;
    const { organization, device, name = 'Street door', hours = '6', faulty } = read.value.options;
    const [dialect] = read.value.words;
    if (!isSample(dialect)) return err(`the dialect is one of ${sampleIds.join(', ')}`);
    if (organization === undefined) return err('--organization is missing');
    const length = Number(hours);
    if (!Number.isInteger(length) || length < 1 || length > most) return err(`--hours takes 1 to ${most}`);
    return ok({
      options: { dialect, organization, device: device ?? `BENCH-${dialect}`, name, hours: length, faulty },
    });
  },
  async run({ dialect, organization, device, name, hours, faulty }, tools) {
    const scope = await findOrganization(organization, tools);
    if (scope === null) return false;
    const played = { dialect, device, name, packets: hours * 4, isFaulty: faulty };
    const sent = await play(tools.packets, scope, played, tools.platform.clock.now());
    if (sent.ok) tools.out(`${sent.value} packets of ${device} were sent; see Devices in the settings`);
    else tools.fail(sent.error.message);
    return sent.ok;
  },
});
