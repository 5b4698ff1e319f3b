import { ApolloProvider } from '@apollo/client/react';
import { type CSSProperties, useState } from 'react';
import { CrosshairProvider } from '../src/charts/index.ts';
import { WidgetBoard } from '../src/pages/widgets/widget-board.tsx';
import styles from './gallery.module.css';
import { createGalleryClient } from './gallery-client.ts';
import { buildCells, type Cell, findColumns, shownTypes } from './plan.ts';
import { site } from './site.ts';
import { states } from './states.ts';

/** Every widget type in every state, drawn by the product's components. `only` selects one type. */
export function GalleryPage({ only }: { readonly only: string | null }) {
  return (
    <main className={styles.gallery}>
      <h1 className="visually-hidden">{document.title}</h1>
      {shownTypes(only).map((type) => (
        <section key={type} className={styles.type} aria-label={type} style={roomFor(findColumns(type))}>
          {buildCells(type).map((cell) => (
            <ShownCell key={cell.name} cell={cell} />
          ))}
        </section>
      ))}
    </main>
  );
}

const roomFor = (columns: number) => ({ '--across': columns <= 4 ? 3 : columns <= 6 ? 2 : 1 }) as CSSProperties;

const sites = [site];

function ShownCell({ cell: { name, definition, never } }: { readonly cell: Cell }) {
  const [client] = useState(() => createGalleryClient(states[name]));
  const [definitions] = useState(() => [definition]);
  const { filters, now } = states[name];
  return (
    <div className={styles.cell} data-state={name} data-never={never ?? undefined}>
      {never === null ? (
        <ApolloProvider client={client}>
          <CrosshairProvider>
            <WidgetBoard definitions={definitions} sites={sites} filters={filters} now={now} act={null} />
          </CrosshairProvider>
        </ApolloProvider>
      ) : (
        <p className={styles.never}>
          <bdi>{`${name}: ${never}`}</bdi>
        </p>
      )}
    </div>
  );
}
