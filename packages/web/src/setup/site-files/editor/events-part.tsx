import { instantToDate } from '@atrium/domain/core';
import { airSamples } from '@atrium/domain/numbers';
import { getFamily } from '@atrium/domain/pages';
import type { Family } from '@atrium/domain/people/access';
import { changeTariffs, type DeclaredEvent } from '@atrium/domain/setup/site-files';
import { type MessageId, useText } from '../../../i18n/index.ts';
import { Button } from '../../../ui/form/button.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { Checkbox, TextField } from '../../../ui/form/field.tsx';
import { NumberField } from '../../../ui/form/number-input.tsx';
import { CardStack, FieldPair, SectionCard } from '../../../ui/page/section-card.tsx';
import styles from './parts.module.css';
import { useProblems } from './problem-text.ts';
import type { Editing } from './use-editing.ts';

const countedFirst = ['affluenceIn', 'affluenceOut', 'inside'];

/** What an event can measure, by section of the product, with the initial metrics. Each opens its pages. */
const families: readonly (readonly [family: Family, label: MessageId, metrics: readonly string[]])[] = [
  ['counting', 'shell.counting', countedFirst],
  ['atmosphere', 'shell.atmosphere', airSamples.map(({ id }) => id)],
  ['energy', 'shell.energy', ['electricityConsumption']],
];

/** Events of a site: period, metrics, and limit of people. */
export function EventsPart({ editing }: { editing: Editing }) {
  const { t } = useText();
  const { site, change } = editing;
  const add = () => {
    const names = new Set(site.events.map(({ name }) => name));
    const base = t('setUp.newEvent');
    let name = base;
    for (let count = 2; names.has(name); count++) name = `${base} ${count}`;
    const event: DeclaredEvent = {
      name,
      neverEnding: true,
      dateBegin: null,
      dateEnd: null,
      metrics: countedFirst,
      limit: null,
      removedAt: null,
    };
    change({ ...site, events: [...site.events, event] });
  };
  return (
    <CardStack>
      <SectionCard title={t('setUp.tab.events')} text={t('setUp.eventsText')}>
        {site.events.map((event, index) =>
          event.removedAt === null ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the name is what may be typed
            <Event key={index} editing={editing} event={event} index={index} />
          ) : null,
        )}
        <div>
          <Button icon="plus" onClick={add}>
            {t('setUp.addEvent')}
          </Button>
        </div>
      </SectionCard>
    </CardStack>
  );
}

function Event({ editing, event, index }: { editing: Editing; event: DeclaredEvent; index: number }) {
  const { t, dateFormat } = useText();
  const { site, stored, change } = editing;
  const problem = useProblems(editing);
  const isStored = stored.events.some(({ name }) => name === event.name);
  const set = (fields: Partial<DeclaredEvent>, about?: string) => {
    const events = site.events.map((one, place) => (place === index ? { ...one, ...fields } : one));
    change(changeTariffs({ ...site, events }, site.tariffs), about);
  };
  const remove = () => {
    const today = instantToDate(site.timezone, Date.now());
    if (isStored) set({ removedAt: today });
    else change({ ...site, events: site.events.filter((_, place) => place !== index) });
  };
  const others = (family: Family) => event.metrics.filter((metric) => getFamily(metric) !== family);
  return (
    <div className={styles.event}>
      <TextField
        label={t('setUp.field.name')}
        name={`event-${index}`}
        value={event.name}
        readOnly={isStored}
        error={problem('events', index, 'name') ?? problem('events', index)}
        onChange={({ currentTarget: { value } }) => set({ name: value }, `event ${index}`)}
      />
      <Checkbox
        label={t('setUp.field.neverEnding')}
        checked={event.neverEnding}
        onChange={({ currentTarget: { checked } }) => set({ neverEnding: checked, dateBegin: null, dateEnd: null })}
      />
      {!event.neverEnding && (
        <FieldPair>
          <DateField
            label={t('setUp.field.dateBegin')}
            name={`event-${index}-begin`}
            value={event.dateBegin ?? ''}
            pattern={dateFormat}
            onChange={(date) => set({ dateBegin: date === '' ? null : date })}
          />
          <DateField
            label={t('setUp.field.dateEnd')}
            name={`event-${index}-end`}
            value={event.dateEnd ?? ''}
            pattern={dateFormat}
            onChange={(date) => set({ dateEnd: date === '' ? null : date })}
          />
        </FieldPair>
      )}
      <div className={styles.chips}>
        {families.map(([family, label, metrics]) => (
          <Checkbox
            key={label}
            label={t(label)}
            checked={others(family).length < event.metrics.length}
            onChange={({ currentTarget: { checked } }) =>
              set({
                metrics: checked ? [...new Set([...event.metrics, ...metrics])] : others(family),
              })
            }
          />
        ))}
      </div>
      <NumberField
        label={t('setUp.field.limit')}
        name={`event-${index}-limit`}
        value={event.limit}
        error={problem('events', index, 'stopngo') ?? undefined}
        onChange={(limit) => set({ limit }, `event ${index} limit`)}
      />
      <div>
        <Button icon="trash" onClick={remove}>
          {t('setUp.removeEvent')}
        </Button>
      </div>
    </div>
  );
}
