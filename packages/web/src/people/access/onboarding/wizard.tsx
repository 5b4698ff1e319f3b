import { useLocation, useNavigate } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { type MessageId, useText } from '../../../i18n/index.ts';
import { Button } from '../../../ui/form/button.tsx';
import { dismissToast, getToasts, showToast } from '../../../ui/overlays/toast-list.ts';
import { CodeModal } from '../code/code-entry.tsx';
import { ask, Refusal, session } from '../session/index.ts';
import type { Faults } from './draft.ts';
import { buildDraft, changeDraft, type Draft, type DraftField, fieldByArgument, toAcceptance } from './draft.ts';
import styles from './onboarding.module.css';
import {
  AcceptInvitationDocument,
  ChooseInvitationContactDocument,
  SendInvitationCodeDocument,
  VerifyInvitationContactDocument,
} from './operations.generated.ts';
import { isFilledIn, type Step, selectSteps } from './steps.tsx';
import { type Invitation, storedToken } from './use-invitation.ts';

/** Errors that only the server can find. */
const refused: Partial<Record<DraftField, MessageId>> = {
  organizationName: 'access.onboarding.organization.refused',
  email: 'access.onboarding.email.taken',
  phone: 'access.phone.invalid',
  password: 'access.password.common',
};

export function Wizard({ invitation, token }: { invitation: Invitation; token: string }) {
  const { t, language } = useText();
  const steps = selectSteps(invitation);
  // Contains only what the user entered. The language follows the page until the user selects one.
  const [filled, setFilled] = useState<Partial<Draft>>({});
  const draft = { ...buildDraft(invitation, language), ...filled };
  const [tried, setTried] = useState<ReadonlySet<string>>(new Set());
  const [serverFaults, setServerFaults] = useState<Faults>({});
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const { step, index, open } = useStep(steps, draft, invitation);
  const title = useFocusOnChange(step.path);
  const warning = useWarning();
  const { choose, modal } = useContact(invitation, token);
  const wrongIn = (one: Step): Faults => ({ ...one.faultsOf(draft, invitation), ...pick(serverFaults, one.fields) });
  const isLast = index === steps.length - 1;

  function change(field: DraftField, value: string) {
    const { otpContact } = changeDraft(draft, field, value);
    setFilled({ ...filled, otpContact, [field]: value });
    setServerFaults(({ [field]: _gone, ...rest }) => rest);
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setTried(new Set([...tried, step.path]));
    const faults = wrongIn(step);
    warning.take();
    const first = step.fields.find((field) => faults[field] !== undefined);
    if (first !== undefined) {
      if (isFilledIn(step, draft) && faults[first]) warning.give(t(faults[first]));
      return form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
    }
    if (!isLast) return open(steps[index + 1]);
    const unfinished = steps.find((one) => Object.keys(wrongIn(one)).length > 0);
    if (unfinished !== undefined) return open(unfinished);
    setBusy(true);
    try {
      if (await choose(draft)) {
        const { acceptInvitation: email } = await ask(AcceptInvitationDocument, toAcceptance(draft, invitation, token));
        await finish(email);
      }
    } catch (error) {
      refuse(error);
    }
    setBusy(false);
  }

  async function finish(email: string) {
    storedToken.clear();
    // The invited person may not be the user who is signed in here.
    if (session.token() !== null) await session.leave();
    showToast('success', t('access.onboarding.success'));
    await navigate({ to: '/login', replace: true, state: { email } });
  }

  function refuse(error: unknown) {
    const field = error instanceof Refusal && error.field !== null ? fieldByArgument[error.field] : undefined;
    const where = steps.find(({ fields }) => field !== undefined && fields.includes(field));
    if (field === undefined || where === undefined) return showToast('error', t('access.onboarding.failure'));
    setServerFaults({ [field]: refused[field] ?? 'access.onboarding.failure' });
    setTried(new Set(steps.map(({ path }) => path)));
    open(where);
  }

  return (
    <>
      {modal}
      <form ref={form} className={styles.form} onSubmit={submit} noValidate>
        <StepList steps={steps} current={index} isDone={(one) => Object.keys(wrongIn(one)).length === 0} open={open} />
        <h1 ref={title} className={styles.title} tabIndex={-1}>
          {t(step.label)}
        </h1>
        {step.required.length > 0 && <p className={styles.hint}>{t('access.onboarding.required')}</p>}
        <step.Fields
          draft={draft}
          invitation={invitation}
          faults={tried.has(step.path) ? wrongIn(step) : {}}
          change={change}
        />
        <div className={styles.buttons}>
          {index > 0 && (
            <Button large onClick={() => open(steps[index - 1])}>
              {t('access.onboarding.previous')}
            </Button>
          )}
          <Button type="submit" look="primary" large aria-disabled={busy || !isFilledIn(step, draft)}>
            {t(nextLabel(isLast, busy))}
          </Button>
        </div>
      </form>
    </>
  );
}

/**
 * Returns a ref whose element gets the focus when `key` changes. The focused element disappeared with the previous
 * step, and screen readers announce the new heading.
 */
function useFocusOnChange(key: string) {
  const place = useRef<HTMLHeadingElement>(null);
  const last = useRef(key);
  useEffect(() => {
    if (last.current !== key) place.current?.focus();
    last.current = key;
  }, [key]);
  return place;
}

/** Shows why the user cannot continue. Removes the toast on the next attempt, because errors stay until closed. */
function useWarning() {
  const given = useRef<string | null>(null);
  return {
    give(text: string) {
      given.current = text;
      showToast('error', text);
    },
    take() {
      for (const { id, text } of getToasts()) if (text === given.current) dismissToast(id);
    },
  };
}

function nextLabel(isLast: boolean, busy: boolean): MessageId {
  if (!isLast) return 'access.onboarding.next';
  return busy ? 'access.onboarding.complete.busy' : 'access.onboarding.complete';
}

/**
 * Returns the step named by the location. Redirects to the first unfinished step if it is unknown or not reachable yet.
 */
function useStep(steps: readonly Step[], draft: Draft, invitation: Invitation) {
  const navigate = useNavigate();
  const pathname = useLocation({ select: (location) => location.pathname });
  const wanted = steps.findIndex(({ path }) => pathname === `/onboarding/${path}`);
  const unfinished = steps.findIndex((one) => Object.keys(one.faultsOf(draft, invitation)).length > 0);
  const furthest = unfinished === -1 ? steps.length - 1 : unfinished;
  const index = wanted === -1 ? 0 : Math.min(wanted, furthest);
  const step = steps[index] as Step;
  useEffect(() => {
    // The location may already be elsewhere while this page is still rendered.
    const isHere = pathname === '/onboarding' || pathname.startsWith('/onboarding/');
    if (isHere && pathname !== `/onboarding/${step.path}`)
      void navigate({ to: `/onboarding/${step.path}`, replace: true });
  }, [pathname, step, navigate]);
  const open = (one: Step | undefined) => void (one && navigate({ to: `/onboarding/${one.path}` }));
  return { step, index, open };
}

function pick(faults: Faults, fields: readonly DraftField[]): Faults {
  return Object.fromEntries(Object.entries(faults).filter(([field]) => fields.includes(field as DraftField)));
}

/** Progress and links to steps: all previous ones, and following ones while every step before them is finished. */
export function StepList({
  steps,
  current,
  isDone,
  open,
}: {
  steps: readonly Step[];
  current: number;
  isDone: (step: Step) => boolean;
  open: (step: Step) => void;
}) {
  const { t } = useText();
  const unfinished = steps.findIndex((step) => !isDone(step));
  const furthest = unfinished === -1 ? steps.length - 1 : unfinished;
  const allDone = unfinished === -1;
  const label = t('access.onboarding.progress', { step: current + 1, steps: steps.length });
  return (
    <nav aria-label={t('access.onboarding.steps')}>
      <p className={styles.progress}>{label}</p>
      <progress className={styles.bar} aria-label={label} value={current + 1} max={steps.length} />
      <ol className={styles.steps}>
        {steps.map((step, index) => (
          <li key={step.path}>
            <button
              type="button"
              className={styles.step}
              aria-current={index === current ? 'step' : undefined}
              disabled={!(index <= current || allDone || (index === current + 1 && index <= furthest))}
              onClick={() => open(step)}
            >
              {t(step.label)}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

interface Asked {
  readonly contact: 'email' | 'phone';
  readonly destination: string;
  readonly answer: (isVerified: boolean) => void;
}

/**
 * Verifies the contact for two-factor codes before an invitation is accepted: a phone, or an address that no mail has
 * proven. Resolves to whether it is verified. Throws the server's refusals.
 */
function useContact(
  invitation: Invitation,
  token: string,
): { readonly choose: (draft: Draft) => Promise<boolean>; readonly modal: ReactNode } {
  const { t } = useText();
  const [asked, setAsked] = useState<Asked | null>(null);
  const chosen = useRef('');

  async function send({ contact, destination }: Pick<Asked, 'contact' | 'destination'>): Promise<boolean> {
    try {
      await ask(SendInvitationCodeDocument, { token, [contact]: destination });
      return true;
    } catch (error) {
      // Requests within a minute are rate limited. The previous code is still valid.
      if (error instanceof Refusal && error.code === 'RATE_LIMITED') return true;
      showToast('error', t('access.onboarding.failure'));
      return false;
    }
  }

  async function choose(draft: Draft): Promise<boolean> {
    const { otpContact } = draft;
    if (otpContact === 'phone' || (otpContact === 'email' && invitation.email === null)) {
      const destination = draft[otpContact];
      if (!(await send({ contact: otpContact, destination }))) return false;
      const isVerified = await new Promise<boolean>((answer) => setAsked({ contact: otpContact, destination, answer }));
      if (!isVerified) return false;
    }
    // If no contact was selected before or now, the server need not know.
    if (otpContact !== '' || chosen.current !== '')
      await ask(ChooseInvitationContactDocument, { token, otpContact: otpContact === '' ? null : otpContact });
    chosen.current = otpContact;
    return true;
  }

  function close(isVerified: boolean) {
    asked?.answer(isVerified);
    setAsked(null);
  }

  async function judge(otp: string) {
    try {
      await ask(VerifyInvitationContactDocument, { token, otp });
    } catch (error) {
      return error instanceof Refusal && error.code === 'RATE_LIMITED'
        ? ('signIn.code.tries' as const)
        : (`signIn.code.invalid.${asked?.contact ?? 'email'}` as const);
    }
    close(true);
    return null;
  }

  const modal = asked && (
    <CodeModal
      contact={asked.contact}
      destination={asked.destination}
      onClose={() => close(false)}
      onResend={async () => ((await send(asked)) ? null : 'access.onboarding.failure')}
      onCode={judge}
    />
  );
  return { choose, modal };
}
