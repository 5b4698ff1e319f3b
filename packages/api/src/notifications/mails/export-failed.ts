import type { Link } from '../links.ts';
import type { Speech } from '../messages/speech.ts';
import { button, paragraph } from './blocks.ts';
import { renderMail } from './layout.ts';

export interface ExportFailedParams {
  readonly site: string;
  /** In the reader's language. */
  readonly dataType: string;
  readonly problem: 'rights' | 'gone' | 'readings' | 'overloaded' | 'space' | 'internal';
  /** Link to the export page. */
  readonly link: Link;
}

/** Renders the mail about a failed export: the reason, and what to do. */
export function renderExportFailed(speech: Speech, { site, dataType, problem, link }: ExportFailedParams) {
  const reason = speech.say(`exportFailed.${problem}`);
  return renderMail(speech, {
    subject: speech.say('exportFailed.subject', { site, dataType }),
    preview: reason,
    title: speech.say('exportFailed.title'),
    blocks: [
      paragraph(speech.say('exportFailed.what', { site, dataType })),
      paragraph(reason),
      button(speech.say('exportFailed.button'), link),
    ],
  });
}
