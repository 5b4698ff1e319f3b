import type { MailFile } from '../../composed-report.ts';
import type { ReportSpeech } from '../words/report-speech.ts';

/** Returns e.g. `Attached: hall.pdf, 184 KB · hall.xlsx, 41 KB`, or nothing without attachments. */
export function describeAttachments(files: readonly MailFile[], speech: ReportSpeech): readonly string[] {
  const attached = files.filter(({ href }) => href === null).map((file) => labelOf(file, speech));
  return attached.length === 0 ? [] : [speech.say('attached', { files: attached.join(' · ') })];
}

/** Returns the links of files too large to attach. */
export function listLinkedFiles(files: readonly MailFile[], speech: ReportSpeech) {
  return files.flatMap((file) => (file.href === null ? [] : [{ label: labelOf(file, speech), href: file.href }]));
}

function labelOf({ name, bytes }: MailFile, { number, dir }: ReportSpeech): string {
  const size = bytes < 1_000_000 ? `${number(Math.ceil(bytes / 1000), 0)} KB` : `${number(bytes / 1_000_000, 1)} MB`;
  return `${name}${dir === 'rtl' ? '،' : ','} ${size}`;
}
