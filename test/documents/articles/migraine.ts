// A medical subject: five texts on preventing migraine, written for tests. Figures are made up.

import type { TestText } from './corpus-of.ts';

export const MIGRAINE: readonly TestText[] = [
  {
    title: 'Migraine: facts for patients',
    type: 'web',
    publisher: 'Headache Foundation',
    date: '2023-02-14',
    text: `# Migraine: facts for patients

Migraine is a disorder of the brain that causes repeated attacks of headache. An attack lasts between 4 and 72
hours. Nausea and sensitivity to light often come with the pain. About 14 % of adults have migraine. Women are
affected three times as often as men. If you have more than four attacks a month, talk to your doctor.

## Triggers

Irregular sleep is the most common trigger of migraine attacks. Stress triggers attacks in about half of all
patients. Skipped meals and alcohol are further triggers. However, triggers differ from person to person. A
headache diary helps patients to find their own triggers.

## Prevention

Preventive treatment is recommended for patients with four or more migraine days a month. Regular sleep and
endurance sport reduce the number of attacks. It takes about eight weeks until a preventive drug works.
`,
  },
  {
    title: 'Antibody treatment in migraine: a review of trials',
    type: 'academic',
    publisher: 'Annals of Headache Medicine',
    date: '2024',
    text: `# Antibody treatment in migraine: a review of trials

## Background

The molecule CGRP widens blood vessels and carries pain signals during a migraine attack. Antibodies against
CGRP were introduced in 2018. They are injected under the skin once a month.

## Results

Antibodies against CGRP reduced migraine days by at least half in 50 % of the patients (95 % CI 46–54). Placebo
had the same effect in 27 % of the patients. The number of migraine days fell by 4.1 a month on average. Our
analysis included 21 trials. Constipation and reactions of the skin were the most frequent side effects. Fewer
than 3 % of the patients stopped the treatment because of side effects.

## Open questions

No trial has lasted longer than five years. It is unclear whether antibodies are safe during pregnancy.
`,
  },
  {
    title: 'Older drugs still have their place',
    type: 'academic',
    publisher: 'Practice of Neurology',
    date: '2020',
    text: `# Older drugs still have their place

## Treatment

Beta blockers have been used for the prevention of migraine since the 1970s. Propranolol reduces migraine days
by about 1.5 a month. The antiepileptic drug topiramate reduces migraine days by 1.2 a month. Half of the
patients stop taking topiramate within a year. Tiredness, tingling and loss of weight are the usual reasons.
Amitriptyline helps patients who also have problems with sleep.

## Costs

A month of propranolol costs less than 10 euros. A month of antibody treatment costs about 500 euros. Insurers
therefore pay for antibodies only after two other drugs have failed.
`,
  },
  {
    title: 'Real-world use of migraine antibodies',
    type: 'academic',
    publisher: 'Registry Reports',
    date: '2023',
    text: `# Real-world use of migraine antibodies

## Results

Antibodies against CGRP reduced migraine days by at least half in 38 % of the patients. The registry contains
5,200 patients from 40 clinics. Patients in the registry had tried four other drugs on average. This explains
the weaker effect. Attacks returned in most patients within three months after the treatment had been stopped.

## Costs

A month of antibody treatment costs about 350 euros since cheaper contracts were signed in 2022. Days of sick
leave fell by 30 % in the first year of treatment.
`,
  },
  {
    title: 'Living with attacks',
    type: 'news',
    publisher: 'Health Weekly',
    date: '2022-07-07',
    text: `# Living with attacks

## Work

Migraine costs each affected employee about nine working days a year. Most of the loss comes from people who
work in spite of an attack. Flexible hours and quiet rooms reduce sick leave. Few companies offer them.

## Too many painkillers

Painkillers on more than ten days a month can cause headache themselves. Doctors call this medication overuse
headache. About 1 % of adults have medication overuse headache. Stopping the painkillers ends the headache in
most patients within two months.

## Outlook

New tablets against CGRP are expected to replace injections in many patients. Several trials of tablets for
children will end by 2027.
`,
  },
];
