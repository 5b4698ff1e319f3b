import { ask } from '../support/account.ts';
import { startHall } from '../support/hall.ts';
import { waitUntilSettled } from './controls.ts';
import { test } from './journey.ts';

const owner = { email: 'admin@demo.example', organization: 'Lumen Retail' };

test('the staff corrects the count of a Stop&Go screen, its display follows, and the correction is undone', async ({
  tab,
  request,
  engine,
}) => {
  const { token, pass } = await startHall(request, `hall-${engine}`, owner, ', stopngo: { limit: 5 }');
  await pass(2, 0);
  const { allEvents } = await ask<{ allEvents: { id: number }[] }>(request, token, '{ allEvents { id } }');
  const { createStopAndGoScreen: screen } = await ask<{ createStopAndGoScreen: { id: number; path: string } }>(
    request,
    token,
    'mutation ($input: StopAndGoScreenInput!) { createStopAndGoScreen(input: $input) { id path } }',
    { input: { name: `Front ${engine}`, eventId: Math.max(...allEvents.map(({ id }) => id)), language: 'en' } },
  );
  const hasFace = (face: string) => tab.until(face, `return document.body.dataset.face === '${face}';`);
  const says = (words: string) =>
    tab.until(words, `return document.body.innerText.includes(${JSON.stringify(words)});`);

  await tab.visit(screen.path);
  await hasFace('go');
  await tab.visit(`/stop-n-go/${screen.id}`);
  await waitUntilSettled(tab);
  await tab.click({ selector: 'main button', name: '+10' }, 'touch');
  await says('You set it 10 higher.');
  await tab.fill({ selector: 'main input', begins: 'Note' }, 'Counted by hand');
  await tab.click({ selector: 'main button', name: 'Set to 12' }, 'touch');
  await says('The count has been corrected');
  await says('By the doors alone: 2');
  await tab.visit(screen.path);
  await hasFace('stop');
  await tab.visit(`/stop-n-go/${screen.id}`);
  await tab.click({ selector: 'main button', name: 'Undo' });
  await says('The correction has been undone');
  await tab.visit(screen.path);
  await hasFace('go');
});
