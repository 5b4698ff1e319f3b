import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { loadPublicSettings, useConsent } from '../../people/consent/index.ts';
import { Button, buttonClass } from '../../ui/form/button.tsx';
import { Icon } from '../../ui/icons/index.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { findQuestions } from './find-questions.ts';
import styles from './help.module.css';
import { type Question, topics } from './topics.ts';

/** Help: answers, contact and the tutorial, which `onTutorial` restarts. */
export function HelpPage({ onTutorial }: { onTutorial: () => void }) {
  const { t } = useText();
  const [query, setQuery] = useState('');
  const found = findQuestions(topics, query, ({ question, answer }) => `${t(question)} ${t(answer)}`);
  return (
    <>
      <PageHeader
        title={t('help.title')}
        actions={
          <Button icon="compass" onClick={onTutorial}>
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
