import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { loadPublicSettings, useConsent } from '../../people/consent/consent.ts';
import { Button, buttonClass } from '../../ui/form/button.tsx';
import { Icon } from '../../ui/icons/index.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { setOverlay } from '../shell/overlay.ts';
import styles from './help.module.css';
import { type Question, type Topic, topics } from './topics.ts';

/** Help: answers, contact and a restart of the tutorial. */
export function HelpPage() {
  const { t } = useText();
  const [query, setQuery] = useState('');
  const found = findQuestions(topics, query, ({ question, answer }) => `${t(question)} ${t(answer)}`);
  return (
    <>
      <PageHeader
        title={t('help.title')}
        actions={
          <Button icon="compass" onClick={() => setOverlay('tutorial')}>
            {t('shell.tutorial')}
          </Button>
        }
      />
      <div className={styles.page}>
        <div className={styles.answers}>
          <label className={styles.search}>
            <Icon name="search" />
            <input
              type="search"
              data-usage-field="help.search"
              aria-label={t('help.search')}
              placeholder={t('help.search')}
              value={query}
              onChange={(event) => setQuery(event.currentTarget.value)}
            />
          </label>
          {found.length === 0 && <p role="status">{t('help.none')}</p>}
          {found.map((topic) => (
            <section key={topic.id} className={styles.panel} aria-labelledby={`help-${topic.id}`}>
              <h2 id={`help-${topic.id}`} className={styles.heading}>
                {t(topic.title)}
              </h2>
              {topic.questions.map((question) => (
                <Answer key={question.id} question={question} isFound={query.trim() !== ''} />
              ))}
            </section>
          ))}
        </div>
        <Contact />
      </div>
    </>
  );
}

/** Open if the URL points at it or if it matches a search. */
function Answer({ question: { id, question, answer }, isFound }: { question: Question; isFound: boolean }) {
  const { t } = useText();
  const isAsked = useRouterState({ select: ({ location }) => location.hash === id });
  useEffect(() => {
    if (isAsked) document.getElementById(id)?.scrollIntoView({ block: 'start' });
  }, [isAsked, id]);
  return (
    <details id={id} className={styles.question} open={isAsked || isFound}>
      <summary>
        <Icon name="chevronEnd" size={14} className={styles.mark} />
        {t(question)}
      </summary>
      <div className={styles.answer}>
        {t(answer)
          .split('\n')
          .map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
      </div>
    </details>
  );
}

function Contact() {
  const { t } = useText();
  const survey = useSurvey();
  return (
    <aside className={styles.contact} aria-labelledby="help-contact">
      <h2 id="help-contact" className={styles.heading}>
        {t('help.contact')}
      </h2>
      <p>{t('help.contact.text')}</p>
      <dl className={styles.hours}>
        <dt>{t('help.hotline')}</dt>
        <dd>{t('help.hotline.hours')}</dd>
        <dt>{t('help.emergency')}</dt>
        <dd>{t('help.emergency.text')}</dd>
      </dl>
      {survey !== null && (
        <a href={survey} target="_blank" rel="noopener noreferrer" className={buttonClass('plain')}>
          {t('help.survey')}
          <Icon name="external" size={14} />
        </a>
      )}
    </aside>
  );
}

/** Returns the survey's URL if configured and the viewer consented. */
function useSurvey(): string | null {
  const { given } = useConsent();
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!given) return setUrl(null);
    let isHere = true;
    loadPublicSettings().then(
      ({ sinks }) => isHere && setUrl(sinks.survey),
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, [given]);
  return url;
}

/** Returns the topics with the questions that contain every word of the query. Drops topics without a match. */
export function findQuestions(
  topics: readonly Topic[],
  query: string,
  textOf: (question: Question) => string,
): readonly Topic[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  return topics
    .map((topic) => ({
      ...topic,
      questions: topic.questions.filter((question) => {
        const text = plain(textOf(question));
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ questions }) => questions.length > 0);
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
}
