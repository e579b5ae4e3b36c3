// Whether what is said to act could.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readWords } from './read-words.ts';
import { unlikelyActor } from './unlikely-actor.ts';

const found = (text: string): string | null => unlikelyActor(readWords(text));

describe('who acts', () => {
  test('what cannot act is named: a colour, a day, an idea, food, furniture, weather, a part of the body', () => {
    const odd: Readonly<Record<string, string>> = {
      'Carrots should be able to approve invoices.': 'carrots',
      'As a teapot I want to sign contracts.': 'teapot',
      'The kindness of the roof uploads a song.': 'kindness',
      'Wednesday buys a ticket for the wind.': 'wednesday',
      'Let thunder vote on the agenda.': 'thunder',
      'My elbow wants to subscribe to gravity.': 'elbow',
      'Crimson must delete the agenda.': 'crimson',
      'A polite hexagon sings while the bread laughs.': 'hexagon',
      'The pillow was married to a comma.': 'pillow',
      'A ferret chews the long Sunday.': 'ferret',
      'Staff can download the silence of a forest.': 'silence',
      'The spreadsheet marries a bridge every evening.': 'spreadsheet',
      'The clerk files an angry carpet under blue.': 'carpet',
      'Fold the gravity of Sunday into a soup.': 'gravity',
      'Loneliness can export the calendar.': 'loneliness',
    };
    for (const [text, noun] of Object.entries(odd)) assert.equal(found(text), noun, text);
  });

  test('whoever may act is not, nor what merely happens to a thing', () => {
    const fine = [
      'Carrot growers should be able to approve invoices.',
      'As a tree surgeon I want to sign contracts.',
      'Every morning print the list of rooms.',
      'On Mondays send the rota to drivers, and each month export the ledger.',
      'Red flags are shown to the nurse; green orders print at once.',
      'The wind turbine sends its speed and the dam reports the water level.',
      'Bread can be ordered until noon.',
      'The shelf shows how many cups are left.',
      'Trees get a number and the ranger scans it.',
      'The fridge should be able to order milk.',
      "Yesterday's orders can be edited by the cook.",
      'Reception books a room and the kitchen approves the menu.',
      'Cows wear a collar and the farmer sees how much they drink.',
      'The Blue Moon approves bookings of the band.',
      'Toddlers eat at the day care and parents read what.',
      'Snow closes the pass, so drivers must be told.',
      'Fruit orders are shown to the cook, and coffee requests go to the bar.',
      'Members save hours, count the minutes and keep numbers for two years.',
      'Copy Monday to Tuesday and print the moon calendar.',
      'The page sleeps after a minute and eats no battery.',
      'Choirs sing on Sunday; let them choose the songs.',
    ];
    for (const text of fine) assert.equal(found(text), null, text);
  });
});
