import type { FanPoint } from '@atrium/domain/pages';
import { Link, type LinkProps } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { Button, buttonClass } from '../../ui/form/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useMedia } from '../../ui/page/use-media.ts';
import styles from './brief.module.css';
import type { DescribedLine } from './describe-line.ts';
import { DifferenceCurve } from './difference-chart.tsx';
import type { Place } from './verbs.ts';

/** What a line's button does. */
export type RowVerb = { readonly label: string } & ({ readonly place: Place } | { readonly act: () => void });

interface BriefRowProps extends DescribedLine {
  readonly site: string;
  readonly mark: 'alert' | 'silent' | null;
  /** Difference from usual since opening; null without one. */
  readonly curve: readonly FanPoint[] | null;
  /** The page or explanation behind the line; null if there is none. */
  readonly open: Place | (() => void) | null;
  /** Null if the viewer may see none of the pages it could lead to. */
  readonly verb: RowVerb | null;
  /** On a phone, whether the button is in a sheet that the line opens, instead of beside the line. */
  readonly isInSheet: boolean;
}

/** One line of the brief: mark, site, clause, effect and button. The line and its button are the two tab stops. */
export function BriefRow({ site, mark, curve, clause, effect, open, verb, isInSheet }: BriefRowProps) {
  const isPhone = useMedia('(width < 600px)');
  const [isSheet, setSheet] = useState(false);
  const hasSheet = isPhone && isInSheet && verb !== null;
  const words = (
    <>
      <bdi className={styles.site}>{site}</bdi>
      <span className={styles.clause}>{clause}</span>
    </>
  );
  return (
    <li className={styles.row} data-sheet={isInSheet || undefined}>
      <span className={styles.mark} data-mark={mark ?? undefined} />
      <Opener open={hasSheet ? () => setSheet(true) : open}>{words}</Opener>
      <span className={styles.curve} dir="ltr">
        {curve && <DifferenceCurve points={curve} tone={effect?.tone ?? 'neutral'} />}
      </span>
      <span className={styles.effect} data-tone={effect?.tone}>
        {effect && <bdi>{effect.text}</bdi>}
      </span>
      {!hasSheet && verb && <VerbButton verb={verb} site={site} />}
      {isSheet && hasSheet && (
        <Dialog
          title={site}
          text={[clause, effect?.text].filter(Boolean).join(' · ')}
          onClose={() => setSheet(false)}
          actions={
            <>
              <Explained open={open} />
              <VerbButton verb={verb} site={site} isPrimary onDone={() => setSheet(false)} />
            </>
          }
        />
      )}
    </li>
  );
}

/** The line as a link or a button that covers its row. */
function Opener({ open, children }: Pick<BriefRowProps, 'open'> & { readonly children: ReactNode }) {
  if (open === null) return <span className={styles.words}>{children}</span>;
  if (typeof open === 'function')
    return (
      <button type="button" className={styles.words} onClick={open}>
        {children}
      </button>
    );
  return (
    <Link {...(open as LinkProps)} className={styles.words}>
      {children}
    </Link>
  );
}

interface VerbButtonProps {
  readonly verb: RowVerb;
  readonly site: string;
  readonly isPrimary?: boolean;
  readonly onDone?: () => void;
}

function VerbButton({ verb, site, isPrimary = false, onDone = () => {} }: VerbButtonProps) {
  const look = isPrimary ? 'primary' : 'plain';
  const label = `${verb.label}: ${site}`;
  if ('act' in verb)
    return (
      <Button
        look={look}
        className={styles.verb}
        aria-label={label}
        onClick={() => {
          onDone();
          verb.act();
        }}
      >
        {verb.label}
      </Button>
    );
  return (
    <Link {...(verb.place as LinkProps)} className={`${buttonClass(look)} ${styles.verb}`} aria-label={label}>
      {verb.label}
    </Link>
  );
}

/** On a phone the line opens the sheet, so its explanation is in the sheet. */
function Explained({ open }: Pick<BriefRowProps, 'open'>) {
  const { t } = useText();
  if (typeof open !== 'function') return null;
  return (
    <Button className={styles.verb} onClick={open}>
      {t('attention.explain')}
    </Button>
  );
}
