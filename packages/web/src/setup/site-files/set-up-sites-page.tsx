import { useApolloClient, useMutation, useQuery } from '@apollo/client/react';
import { formatClock } from '@atrium/domain/core/format';
import { addZone, createEmptySite, deriveKey, type SiteDeclaration } from '@atrium/domain/setup/site-files';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { sendFile } from '../../people/access/uploads/send-file.ts';
import { mayDo, useViewer, useZone } from '../../people/organization/index.ts';
import { LongSelectField } from '../../ui/choice/long-select.tsx';
import { cities, findCity, listTimezones } from '../../ui/choice/places.ts';
import { useFileChooser } from '../../ui/file-field.tsx';
import { Button } from '../../ui/form/button.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { showToast } from '../../ui/overlays/toast-list.ts';
import { Loading } from '../../ui/page/loading.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { PageDrop } from '../../ui/page-drop.tsx';
import { SampleCard } from '../first-steps/sample-card.tsx';
import { ChangeList } from './change-list.tsx';
import { toInput } from './declaration.ts';
import newSiteStyles from './new-site.module.css';
import {
  EditSiteDocument,
  SetUpSitesDocument,
  type SetUpSitesQuery,
  SiteFileTextDocument,
} from './operations.generated.ts';
import styles from './set-up-sites.module.css';
import { ApplySiteFileDocument, type ApplySiteFileMutation } from './upload/operations.generated.ts';

/** Default metrics of a new site. */
const firstMetrics = ['affluenceIn', 'affluenceOut', 'inside'];

/** Name, city and time zone; the editor follows. */
function NewSite({ onClose }: { onClose: () => void }) {
  const { t } = useText();
  const zone = useZone();
  const navigate = useNavigate();
  const client = useApolloClient();
  const [edit, { loading }] = useMutation(EditSiteDocument);
  const [name, setName] = useState('');
  const [city, setCity] = useState('');
  const [timezone, setTimezone] = useState(zone);
  const [tried, setTried] = useState(false);
  const timezones = useMemo(() => listTimezones(zone, Date.now()), [zone]);

  function choose(typed: string) {
    setCity(typed);
    const known = findCity(typed);
    if (known !== null) setTimezone(known.timezone);
  }

  async function make() {
    setTried(true);
    if (name.trim() === '') return;
    const known = findCity(city);
    const site: SiteDeclaration = {
      ...addZone(createEmptySite(deriveKey(name, [], 'site'), name.trim(), timezone), t('setUp.wholeSite'), null),
      city: city.trim() === '' ? null : city.trim(),
      country: known?.country ?? null,
      currency: known?.currency ?? null,
      events: [
        {
          name: t('setUp.allYear'),
          neverEnding: true,
          dateBegin: null,
          dateEnd: null,
          metrics: firstMetrics,
          limit: null,
          removedAt: null,
        },
      ],
    };
    const made = await saveNew(site);
    if (made === null) return showToast('error', t('setUp.notSaved'));
    void client.refetchQueries({ include: 'active' }).catch(() => {});
    await navigate({ to: '/settings/sites/$siteId', params: { siteId: String(made) } });
  }

  /** Saves the new site. If another site, current or removed, already has the key, tries the next one. */
  async function saveNew(site: SiteDeclaration): Promise<number | null> {
    const taken: string[] = [];
    for (let tries = 0; tries < 20; tries++) {
      const key = deriveKey(site.name, taken, 'site');
      const variables = { declaration: toInput({ ...site, key }), version: null, dryRun: false };
      const answer = await edit({ variables }).catch(() => null);
      const outcome = answer?.data?.editSite;
      if (outcome?.isConflict !== true) return outcome?.site?.id ?? null;
      taken.push(key);
    }
    return null;
  }

  return (
    <Dialog
      title={t('setUp.newSite')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('app.cancel')}</Button>
          <Button look="primary" aria-busy={loading} onClick={() => void make()}>
            {t('setUp.make')}
          </Button>
        </>
      }
    >
      <form
        className={newSiteStyles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
      >
        <TextField
          label={t('setUp.field.name')}
          name="name"
          autoComplete="off"
          value={name}
          error={tried && name.trim() === '' ? t('setUp.fault.name') : null}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextField
          label={t('setUp.field.city')}
          name="city"
          list="set-up-cities"
          autoComplete="off"
          value={city}
          onChange={(event) => choose(event.currentTarget.value)}
        />
        <datalist id="set-up-cities">
          {cities.map((one) => (
            <option key={one.name} value={one.name} />
          ))}
        </datalist>
        <LongSelectField
          label={t('setUp.field.timezone')}
          name="timezone"
          note={t('setUp.timezoneNote', { time: formatClock(Date.now(), timezone) })}
          value={timezone}
          options={timezones}
          onChange={setTimezone}
        />
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}

/** Upload limit of the server, bytes. */
const maxBytes = 5_000_000;

type Outcome = ApplySiteFileMutation['applySiteFile'];

/** Exports and imports all sites as a file. Shows the changes before they are applied. */
function SiteFileButtons() {
  const { t } = useText();
  const client = useApolloClient();
  const [loading, setLoading] = useState(false);
  const [checked, setChecked] = useState<{ readonly file: File; readonly outcome: Outcome } | null>(null);

  async function download() {
    const answer = await client.query({ query: SiteFileTextDocument, fetchPolicy: 'no-cache' }).catch(() => null);
    if (answer?.data === undefined) return showToast('error', t('setUp.failed'));
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([answer.data.siteFile], { type: 'application/yaml' }));
    link.download = 'sites.yaml';
    link.click();
    URL.revokeObjectURL(link.href);
  }

  async function check(chosen: File | undefined) {
    if (chosen === undefined) return;
    if (chosen.size > maxBytes) return showToast('error', t('setUp.file.tooLarge'));
    const outcome = await apply(chosen, true);
    if (outcome === null) return showToast('error', t('setUp.failed'));
    setChecked({ file: chosen, outcome });
  }

  /** Uploads the file; null if that failed. As a form, since the file of a large organization has megabytes. */
  async function apply(file: File, dryRun: boolean): Promise<Outcome | null> {
    setLoading(true);
    const answer = await sendFile(ApplySiteFileDocument, file, { dryRun }).catch(() => null);
    setLoading(false);
    return answer?.applySiteFile ?? null;
  }

  async function confirm(file: File) {
    const outcome = await apply(file, false);
    if (outcome?.applied !== true) return showToast('error', t('setUp.notSaved'));
    setChecked(null);
    showToast('success', t('setUp.saved'));
    await client.refetchQueries({ include: 'active' }).catch(() => {});
  }

  const chooser = useFileChooser({
    label: t('setUp.file.apply'),
    accept: '.yaml,.yml,.json',
    onChoose: ([file]) => void check(file),
  });
  return (
    <>
      <Button icon="download" onClick={() => void download()}>
        {t('setUp.file')}
      </Button>
      <Button icon="upload" aria-busy={loading} onClick={chooser.open}>
        {t('setUp.file.apply')}
      </Button>
      {chooser.input}
      <PageDrop text={t('setUp.dropFile')} onDrop={([file]) => void check(file)} />
      {checked !== null && (
        <FileDifference
          outcome={checked.outcome}
          isBusy={loading}
          onClose={() => setChecked(null)}
          onConfirm={() => void confirm(checked.file)}
        />
      )}
    </>
  );
}

function FileDifference({
  outcome: { problems, changeCount, leadingChanges },
  isBusy,
  onClose,
  onConfirm,
}: {
  outcome: Outcome;
  isBusy: boolean;
  onClose: () => void;
  onConfirm: () => void;
}) {
  const { t } = useText();
  const zone = useZone();
  const isGood = problems.length === 0;
  return (
    <Dialog
      wide
      title={t(isGood ? 'setUp.difference' : 'setUp.file.problems', {
        count: isGood ? changeCount : problems.length,
      })}
      onClose={onClose}
      actions={
        isGood && changeCount > 0 ? (
          <>
            <Button onClick={onClose}>{t('app.cancel')}</Button>
            <Button look="primary" aria-busy={isBusy} onClick={onConfirm}>
              {t('setUp.save', { count: changeCount })}
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>{t('app.close')}</Button>
        )
      }
    >
      {isGood && changeCount === 0 && <p>{t('setUp.noChange')}</p>}
      {isGood ? (
        <ChangeList changes={leadingChanges} count={changeCount} zone={zone} />
      ) : (
        <ul className={styles.problems}>
          {problems.map(({ line, column, message }) => (
            <li key={`${line} ${column} ${message}`} className={styles.problem}>
              {t('setUp.file.line', { line })} <bdi lang="en">{message}</bdi>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

/** Sites in set-up, with links to their editors. */
export function SetUpSitesPage() {
  const { t } = useText();
  const viewer = useViewer();
  const { data, error } = useQuery(SetUpSitesDocument, { fetchPolicy: 'cache-and-network' });
  const { hash } = useLocation();
  const [isNew, setNew] = useState(hash === 'new');
  const sites = data?.editedSites;
  return (
    <>
      <PageHeader
        title={t('shell.siteSetup')}
        actions={
          <>
            {mayDo(viewer, 'siteFile') && sites !== undefined && <SiteFileButtons />}
            <Button look="primary" icon="plus" disabled={sites === undefined} onClick={() => setNew(true)}>
              {t('setUp.newSite')}
            </Button>
          </>
        }
      />
      {sites === undefined && error !== undefined && (
        <p className={styles.note}>{t(viewer.installationIds === null ? 'setUp.failed' : 'setUp.wholeOnly')}</p>
      )}
      {sites === undefined && error === undefined && <Loading className={styles.ghost} />}
      {sites?.length === 0 && (
        <div className={styles.empty}>
          <p className={styles.emptyTitle}>{t('setUp.empty')}</p>
          <p>{t('setUp.emptyText')}</p>
        </div>
      )}
      {sites !== undefined && sites.length > 0 && (
        <ul className={styles.list}>
          {sites.map((site) => (
            <Row key={site.id} site={site} />
          ))}
        </ul>
      )}
      {sites !== undefined && (
        <div className={styles.sample}>
          <SampleCard />
        </div>
      )}
      {isNew && <NewSite onClose={() => setNew(false)} />}
    </>
  );
}

function Row({ site }: { site: SetUpSitesQuery['editedSites'][number] }) {
  const { t } = useText();
  return (
    <li>
      <Link className={styles.row} to="/settings/sites/$siteId" params={{ siteId: String(site.id) }}>
        <span className={styles.name}>{site.name}</span>
        <span className={styles.place}>
          {site.city !== null && `${site.city} · `}
          <bdi>{site.timezone}</bdi>
        </span>
        <span className={styles.counts}>
          {t('setUp.counts', { zones: site.zones, doors: site.passages, devices: site.devices })}
        </span>
      </Link>
    </li>
  );
}
