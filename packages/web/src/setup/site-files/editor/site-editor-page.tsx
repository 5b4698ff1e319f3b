import { useQuery } from '@apollo/client/react';
import { instantToDate } from '@atrium/domain/core';
import { formatDate } from '@atrium/domain/core/format';
import { findPastChange, type SiteDeclaration } from '@atrium/domain/setup/site-files';
import { Link, useLocation, useParams } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { type MessageId, useText } from '../../../i18n/index.ts';
import { findErrorCode, retryQuery } from '../../../numbers/answers/index.ts';
import { LongSelectField } from '../../../ui/choice/long-select.tsx';
import { cities, findCity, listCountryOptions, listTimezones } from '../../../ui/choice/places.ts';
import { Button, IconButton } from '../../../ui/form/button.tsx';
import { TextField } from '../../../ui/form/field.tsx';
import { NumberField } from '../../../ui/form/number-input.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { LoadFailed, Loading } from '../../../ui/page/loading.tsx';
import { PageHeader, usePageName } from '../../../ui/page/page-header.tsx';
import { CardStack, FieldPair, SectionCard } from '../../../ui/page/section-card.tsx';
import { ChangeList } from '../change-list.tsx';
import { toDeclaration } from '../declaration.ts';
import { SetUpSiteDocument } from '../operations.generated.ts';
import styles from './editor.module.css';
import { EventsPart } from './events-part.tsx';
import { HoursPart } from './hours-part.tsx';
import { PastBanner } from './past-banner.tsx';
import { PlacesPart } from './places-part.tsx';
import { useProblems } from './problem-text.ts';
import { TariffsPart } from './tariffs-part.tsx';
import { type Editing, useEditing } from './use-editing.ts';

const parts = {
  places: ['setUp.tab.places', PlacesPart],
  general: ['setUp.tab.general', GeneralPart],
  hours: ['setUp.tab.hours', HoursPart],
  tariffs: ['setUp.tab.tariffs', TariffsPart],
  events: ['setUp.tab.events', EventsPart],
} as const satisfies Record<string, readonly [MessageId, React.ComponentType<{ editing: Editing }>]>;

type PartName = keyof typeof parts;
const partNames = Object.keys(parts) as PartName[];

/** The parts of a site, edited and saved together. */
function Editor({ read }: { read: { id: number; version: number; declaration: SiteDeclaration } }) {
  const { t } = useText();
  const editing = useEditing(read);
  const { hash } = useLocation();
  const [part, setPart] = useState<PartName>(partNames.find((name) => name === hash) ?? 'places');
  const Part = parts[part][1];
  return (
    <>
      <PageHeader
        title={editing.site.name}
        status={
          <>
            <Link to="/settings/sites/$siteId/plan" params={{ siteId: String(read.id) }}>
              {t('plan.open')}
            </Link>
            <Link to="/settings/sites/$siteId/counts" params={{ siteId: String(read.id) }}>
              {t('setUp.count.title')}
            </Link>
            <Link to="/settings/sites/$siteId/corrections" params={{ siteId: String(read.id) }}>
              {t('setUp.correct.title')}
            </Link>
          </>
        }
        actions={<Actions editing={editing} />}
      />
      <div className={styles.tabs} role="tablist" aria-label={t('setUp.parts')}>
        {partNames.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`set-up-${name}`}
            aria-selected={part === name}
            aria-controls="set-up-part"
            className={styles.tab}
            onClick={() => setPart(name)}
          >
            {t(parts[name][0])}
          </button>
        ))}
      </div>
      <PastBanner editing={editing} />
      <div id="set-up-part" role="tabpanel" aria-labelledby={`set-up-${part}`} className={styles.part}>
        <Part editing={editing} />
      </div>
      {editing.difference !== null && <Difference editing={editing} changes={editing.difference} />}
    </>
  );
}

function Actions({ editing }: { editing: Editing }) {
  const { t } = useText();
  const { changes } = editing;
  return (
    <>
      <span className={styles.unsaved} role="status">
        {changes > 0 ? t('setUp.unsaved', { count: changes }) : ''}
      </span>
      <IconButton icon="undo" look="plain" label={t('setUp.undo')} disabled={!editing.canUndo} onClick={editing.undo} />
      <IconButton icon="redo" look="plain" label={t('setUp.redo')} disabled={!editing.canRedo} onClick={editing.redo} />
      <Button disabled={changes === 0} onClick={editing.discard}>
        {t('app.exit.discard')}
      </Button>
      <Button look="primary" disabled={changes === 0} aria-busy={editing.isBusy} onClick={() => void editing.ask()}>
        {t('setUp.save', { count: changes })}
      </Button>
    </>
  );
}

function Difference({ editing, changes }: { editing: Editing; changes: NonNullable<Editing['difference']> }) {
  const { t } = useText();
  return (
    <Dialog
      wide
      title={t('setUp.difference', { count: changes.length })}
      onClose={editing.forget}
      actions={
        <>
          <Button onClick={editing.forget}>{t('app.cancel')}</Button>
          <Button look="primary" aria-busy={editing.isBusy} onClick={() => void editing.save()}>
            {t('setUp.save', { count: changes.length })}
          </Button>
        </>
      }
    >
      {changes.length === 0 ? (
        <p>{t('setUp.noChange')}</p>
      ) : (
        <>
          <PastChanges editing={editing} />
          <ChangeList changes={changes} zone={editing.site.timezone} />
        </>
      )}
    </Dialog>
  );
}

/** Shows from when existing numbers change; nothing if none do. */
function PastChanges({ editing: { stored, site } }: { editing: Editing }) {
  const text = useText();
  const since = findPastChange(stored, site, Date.now());
  if (since === null) return null;
  return (
    <p className={styles.past} role="status">
      {since === Number.NEGATIVE_INFINITY
        ? text.t('setUp.pastChangesAll')
        : text.t('setUp.pastChanges', { date: formatDate(instantToDate(site.timezone, since), text) })}
    </p>
  );
}

/** Editor of a site. Always refetched when opened, so that another user's changes are not overwritten. */
export function SiteEditorPage() {
  const { siteId } = useParams({ from: '/authenticated/settings/sites/$siteId' });
  const installationId = /^[1-9]\d{0,8}$/.test(siteId) ? Number(siteId) : 0;
  const { data, error, refetch } = useQuery(SetUpSiteDocument, {
    variables: { installationId },
    fetchPolicy: 'network-only',
  });
  usePageName(data?.editedSite.declaration.name ?? '');
  if (error !== undefined && data === undefined)
    return <LoadFailed code={findErrorCode(error)} retry={() => void retryQuery(refetch)} />;
  if (data === undefined) return <Loading className={styles.ghost} />;
  const { id, version, declaration } = data.editedSite;
  return <Editor key={id} read={{ id, version, declaration: toDeclaration(declaration) }} />;
}

type TextFields = 'name' | 'address' | 'city' | 'currency' | 'shopId' | 'changeOfDay';
type NumberFields = 'area' | 'latitude' | 'longitude';

/** Name, address, time zone and currency of a site. */
function GeneralPart({ editing }: { editing: Editing }) {
  const { t, locale } = useText();
  const { site, change } = editing;
  const timezones = useMemo(() => listTimezones(site.timezone, Date.now()), [site.timezone]);
  const countries = useMemo(() => listCountryOptions(site.country, locale), [site.country, locale]);
  const problem = useProblems(editing);

  const text = (field: TextFields, label: MessageId, more: React.ComponentProps<'input'> = {}) => (
    <TextField
      label={t(label)}
      name={field}
      autoComplete="off"
      value={site[field] ?? ''}
      error={problem(field)}
      onChange={(event) => {
        const typed = event.currentTarget.value;
        const isKept = field === 'name' || field === 'changeOfDay';
        change(
          { ...site, [field]: typed === '' && !isKept ? null : typed, ...(field === 'city' && clockOf(typed, site)) },
          field,
        );
      }}
      {...more}
    />
  );
  const number = (field: NumberFields, label: MessageId, unit?: string) => (
    <NumberField
      label={t(label)}
      name={field}
      step={0.0001}
      value={site[field]}
      unit={unit}
      error={problem(field) ?? undefined}
      onChange={(value) => change({ ...site, [field]: value }, field)}
    />
  );

  return (
    <CardStack>
      <SectionCard title={t('setUp.general')} text={t('setUp.generalText')}>
        {text('name', 'setUp.field.name')}
        {text('address', 'setUp.field.address')}
        <FieldPair>
          {text('city', 'setUp.field.city', { list: 'set-up-cities' })}
          <LongSelectField
            label={t('setUp.field.country')}
            name="country"
            error={problem('country')}
            value={site.country ?? ''}
            options={[{ value: '', text: '–' }, ...countries]}
            onChange={(country) => change({ ...site, country: country === '' ? null : country })}
          />
        </FieldPair>
        <datalist id="set-up-cities">
          {cities.map((one) => (
            <option key={one.name} value={one.name} />
          ))}
        </datalist>
        <FieldPair>
          {number('latitude', 'setUp.field.latitude')}
          {number('longitude', 'setUp.field.longitude')}
        </FieldPair>
      </SectionCard>
      <SectionCard title={t('setUp.clock')} text={t('setUp.clockText')}>
        <FieldPair>
          <LongSelectField
            label={t('setUp.field.timezone')}
            name="timezone"
            error={problem('timezone')}
            value={site.timezone}
            options={timezones}
            onChange={(timezone) => change({ ...site, timezone })}
          />
          {text('changeOfDay', 'setUp.field.changeOfDay', { type: 'time' })}
        </FieldPair>
      </SectionCard>
      <SectionCard title={t('setUp.sales')} text={t('setUp.salesText')}>
        <FieldPair>
          {text('currency', 'setUp.field.currency', { maxLength: 3, placeholder: 'CHF' })}
          {text('shopId', 'setUp.field.shopId')}
        </FieldPair>
        {number('area', 'setUp.field.area', 'm²')}
      </SectionCard>
    </CardStack>
  );
}

/** A known city sets the time zone, and country and currency if they are empty. */
function clockOf(typed: string, site: SiteDeclaration): Partial<SiteDeclaration> {
  const known = findCity(typed);
  if (known === null) return {};
  const { timezone, country, currency } = known;
  return { timezone, country, currency: site.currency ?? currency };
}
