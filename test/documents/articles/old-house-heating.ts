// A technical subject: six texts on heating old houses with pumps, written for tests. Figures are made up.

import type { TestText } from './corpus-of.ts';

export const OLD_HOUSE_HEATING: readonly TestText[] = [
  {
    title: 'Heat pumps explained',
    type: 'web',
    publisher: 'Home Energy Guide',
    date: '2023-05-02',
    text: `# Heat pumps explained

A heat pump is a machine that moves heat from a cold place to a warm one. It uses electricity to drive a
compressor. Because it moves heat rather than making it, a heat pump delivers more energy than it consumes. Have
you ever wondered how a fridge works?

## How it works

A refrigerant absorbs heat from the outside air and evaporates. The compressor then raises the pressure and the
temperature of the vapour. In the condenser the vapour gives its heat to the water of the heating system. After
that, an expansion valve lowers the pressure and the cycle begins again. Figure 2 shows that the four parts form
a closed loop (see Figure 2).

## Types

Air-source heat pumps draw heat from the outside air. Ground-source heat pumps use pipes that are buried in the
garden or drilled into the ground. They are more expensive but keep their efficiency in winter. Hybrid systems
combine a small heat pump with a gas boiler. Subscribe to our newsletter to learn more about hybrid systems!

## Costs

An air-source heat pump costs about 12,000 euros in a typical house. Grants cover up to 35 % of the price in
several countries. However, the price depends on the state of the house. You should ask for three offers.
`,
  },
  {
    title: 'Field trial of heat pumps in older houses',
    type: 'academic',
    publisher: 'Journal of Building Services',
    date: '2022',
    text: `# Field trial of heat pumps in older houses

## Method

We measured 240 heat pumps in houses that were built before 1980. Each house was observed for two winters.

## Results

The average seasonal performance factor of air-source heat pumps was 2.9 (Trial Group, 2021). Ground-source heat
pumps reached a factor of 3.7 in the same houses. In 68 % of the houses no radiator had to be replaced. The flow
temperature explained most of the difference between houses. A flow temperature below 50 degrees raised the
performance factor by 0.6. These results agree with earlier trials.

## Limitations

The trial contained few houses with stone walls. It remains unclear how well heat pumps perform in listed
buildings.
`,
  },
  {
    title: 'Heating the old stock: what slows heat pumps down',
    type: 'news',
    publisher: 'The Energy Observer',
    date: '2024-01-18',
    text: `# Heating the old stock: what slows heat pumps down

The lack of trained installers is the main obstacle to heat pumps in older houses. About 30,000 installers are
missing in the region, the trade association says. Households wait seven months for an installation on average.
Moreover, many electricity networks were not built for so many heat pumps. A street in which every house has a
heat pump needs twice the connection capacity.

## Noise

Neighbours complain about noise more than about anything else. Modern outdoor units produce 45 decibels at a
distance of three metres. This is as loud as a quiet library. Sound hoods reduce the noise by another 5
decibels.

## Prices

The price of an air-source heat pump in a typical house has risen to 16,000 euros. Installers explain the rise
with wages and with demand. An electricity price of less than three times the gas price makes a heat pump
cheaper to run than a gas boiler.
`,
  },
  {
    title: 'Renovate first? Insulation and heat pumps',
    type: 'web',
    publisher: 'Institute for Old Buildings',
    date: '2021-09-30',
    text: `# Renovate first? Insulation and heat pumps

Many owners believe that an old house must be insulated before it gets a heat pump. That is not always true.
Larger radiators are often enough to lower the flow temperature. New windows and an insulated roof reduce the
heat demand of an old house by 30 %. A smaller heat demand allows a smaller and cheaper heat pump.

## Limits and risks

A heat pump that is too large switches on and off too often. Frequent switching shortens the life of the
compressor. Houses without any insulation need flow temperatures above 65 degrees on cold days. At such
temperatures the efficiency of a heat pump falls sharply. Refrigerants such as R32 warm the climate if they
leak. Propane is a refrigerant with a very small effect on the climate, but it is flammable.
`,
  },
  {
    title: 'Heat pump outlook',
    type: 'report',
    publisher: 'Northern Energy Agency',
    date: '2024-06-01',
    text: `# Heat pump outlook

## Market

Sales of heat pumps grew by 38 % in 2022. In 2023 sales fell by 5 % because gas prices dropped. Air-source heat
pumps make up 85 % of all units that are sold. Heat pumps cover 10 % of the heat demand of buildings today.

## Emissions

A heat pump cuts the carbon emissions of a typical old house by 55 %. The saving depends on the electricity mix.

## Future

The agency expects that 600 million heat pumps will be installed by 2030. High-temperature heat pumps will make
deep renovation less urgent. Factories are expected to double their output by 2027. It is unknown how fast the
networks can be extended.
`,
  },
  {
    title: 'Emissions of heating systems compared',
    type: 'academic',
    publisher: 'Climate and Homes',
    date: '2023',
    text: `# Emissions of heating systems compared

## Findings

A heat pump cuts the carbon emissions of a typical old house by 40 %. The result depends on the electricity mix
of the country. Leaks of refrigerant add between 2 and 4 % to the emissions. Gas boilers emit about 200 grams of
carbon dioxide per kilowatt hour. In addition, gas boilers emit nitrogen oxides. The first heat pump for a
building was installed in Zurich in 1938.

## History

The principle of the heat pump was described in 1852. The oil crisis of 1973 led to a first boom of heat pumps.
Poor quality ended the boom in the 1980s.
`,
  },
];
