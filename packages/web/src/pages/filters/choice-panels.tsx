import { type QueryCompareMode, queryCompareModes } from '@atrium/domain/numbers';
import { engagementChoices, type FilterState, genderChoices } from '@atrium/domain/pages';
import { formatUnsupported } from '../../charts/index.ts';
import { useText } from '../../i18n/index.ts';
import { Icon } from '../../ui/icons/index.ts';
import type { Site } from '../site-page/site.ts';
import styles from './filters.module.css';

interface PeopleChoicesProps<Value> {
  readonly of: 'gender' | 'engagement';
  readonly choices: readonly Choice<Value>[];
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
  readonly site: Pick<Site, 'told'>;
}

/** If no sensor reports the descriptor, it explains why and offers only "all" and the choice set by a link. */
function PeopleChoices<Value extends string>(props: PeopleChoicesProps<Value>) {
  const { of, choices, chosen, onChoose, site } = props;
  const { t } = useText();
  if (site.told.includes(of)) return <Choices choices={choices} chosen={chosen} onChoose={onChoose} />;
  return (
    <>
      <p className={styles.untold}>{formatUnsupported([of], t)}</p>
      <Choices
        choices={choices.filter(({ value }) => value === 'all' || value === chosen)}
        chosen={chosen}
        onChoose={onChoose}
      />
    </>
  );
}

interface PanelProps<Name extends 'gender' | 'engagement'> {
  readonly onChoose: (value: FilterState[Name]) => void;
  readonly site: Pick<Site, 'told'>;
}

export function GenderPanel({ gender, ...rest }: PanelProps<'gender'> & Pick<FilterState, 'gender'>) {
  const { t } = useText();
  const choices = genderChoices.map((value) => ({ value, label: t(`filters.gender.${value}`) }));
  return <PeopleChoices of="gender" choices={choices} chosen={gender} {...rest} />;
}

export function EngagementPanel({ engagement, ...rest }: PanelProps<'engagement'> & Pick<FilterState, 'engagement'>) {
  const { t } = useText();
  const choices = engagementChoices.map((value) => ({ value, label: t(`filters.engagement.${value}`) }));
  return <PeopleChoices of="engagement" choices={choices} chosen={engagement} {...rest} />;
}

interface ComparePanelProps {
  readonly word: (mode: QueryCompareMode) => string;
  readonly chosen: QueryCompareMode;
  readonly onChoose: (mode: QueryCompareMode) => void;
}

export function ComparePanel({ word, chosen, onChoose }: ComparePanelProps) {
  return (
    <Choices
      choices={queryCompareModes.map((mode) => ({ value: mode, label: word(mode) }))}
      chosen={chosen}
      onChoose={onChoose}
    />
  );
}

interface Choice<Value> {
  readonly value: Value;
  readonly label: string;
}

/** A list for a single choice. */
export function Choices<Value>({
  choices,
  chosen,
  onChoose,
}: {
  readonly choices: readonly Choice<Value>[];
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
}) {
  return (
    <ul className={styles.choices}>
      {choices.map((choice) => (
        <li key={choice.label}>
          <button
            type="button"
            className={styles.choice}
            aria-current={choice.value === chosen || undefined}
            onClick={() => onChoose(choice.value)}
          >
            <span>{choice.label}</span>
            {choice.value === chosen && <Icon name="check" size={14} />}
          </button>
        </li>
      ))}
    </ul>
  );
}
