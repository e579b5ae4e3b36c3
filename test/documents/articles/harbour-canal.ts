// A historical subject: five texts on a canal that never was, written for tests.

import type { TestText } from './corpus-of.ts';

export const HARBOUR_CANAL: readonly TestText[] = [
  {
    title: 'The Lindmark Canal: a short history',
    type: 'web',
    publisher: 'Lindmark Town Museum',
    date: '2015-03-01',
    text: `# The Lindmark Canal: a short history

The Lindmark Canal was a waterway of 42 kilometres between the port of Lindmark and the coal fields of Aster. It
was built between 1791 and 1798. Before the canal was built, coal was carried by packhorses. A packhorse carried
about 120 kilograms, while a barge carried 30 tonnes.

## Construction

The town engineer planned the canal with eleven locks. He chose a route along the river Veld to avoid a tunnel.
About 2,000 men dug the canal by hand. Many of them came from the poor villages of the north. Wages were paid
every second Saturday. Flooding destroyed two locks in the winter of 1795. As a result, the opening was delayed
by a year.

## Decline

The railway reached Aster in 1846. Within ten years the canal lost two thirds of its coal traffic. The canal
company lowered its tolls three times. This did not help. The last barge passed the locks in 1911.
`,
  },
  {
    title: 'Tolls and trade on the Lindmark Canal',
    type: 'academic',
    publisher: 'Review of Inland Navigation',
    date: '2008',
    text: `# Tolls and trade on the Lindmark Canal

## Finance

The canal company sold 900 shares at 100 crowns each. Shareholders received a dividend of 8 % in the best years.
The construction of the canal cost 310,000 crowns. In this article we examine the books of the company.

## Trade

Coal made up 70 % of the freight on the canal. Grain, timber and stone made up the rest. The price of coal in
Lindmark fell by half within five years of the opening. Cheap coal attracted three glassworks and a sugar
refinery to the port. As mentioned above, tolls were lowered three times after the railway had come.

## Labour

About 3,500 men worked on the canal in the summer of 1794. Pay lists show that most of the men were farm workers
who left at harvest time.
`,
  },
  {
    title: 'Barge families of Aster',
    type: 'local',
    publisher: 'Aster Historical Society',
    date: '2019-11-11',
    text: `# Barge families of Aster

## Life on the water

Whole families lived on the barges of the Lindmark Canal. A cabin measured barely six square metres. Children
led the horse along the towpath from the age of eight. They rarely attended school for more than a few weeks a
year. In 1862 a school for barge children opened in Aster. Its teacher kept a diary that survives in the town
archive. Winters without work were the hardest time, since frozen locks stopped all traffic.

## Locks

Each lock had a keeper who lived beside it. Lock keepers collected the tolls and noted each barge in a book.
Eleven of these books are kept in the town archive.
`,
  },
  {
    title: 'Water supply of the Lindmark Canal',
    type: 'academic',
    publisher: 'Journal of Old Engineering',
    date: '2012',
    text: `# Water supply of the Lindmark Canal

## Engineering

The canal rose by 48 metres on its way to Aster. A reservoir above the village of Holm fed the highest part of
the canal. The dam of the reservoir was 14 metres high. Each passage of a barge used 180 cubic metres of water
in every lock. In dry summers the reservoir ran empty, and barges waited for weeks. A steam pump was added in
1822. The pump lifted water from the river Veld.

## Construction

The construction of the canal cost 390,000 crowns. Rock near Holm had to be blasted with gunpowder. The oldest
lock gates were made of oak.
`,
  },
  {
    title: 'A path for walkers: the canal today',
    type: 'news',
    publisher: 'Lindmark Post',
    date: '2023-08-20',
    text: `# A path for walkers: the canal today

## After the closure

The Lindmark Canal was closed in 1911 and partly filled in. A road covers the lowest five kilometres today.
Seven of the eleven locks are still visible. In 1987 the remaining locks became protected monuments. Volunteers
have restored two lock gates since 2010.

## Plans

The town plans to reopen six kilometres of the canal for small boats by 2030. The work is expected to cost 24
million crowns. It is not yet known who will pay for the reservoir. Some farmers oppose the plan because they
use the water of the reservoir. Who would not like a boat trip?
`,
  },
];
