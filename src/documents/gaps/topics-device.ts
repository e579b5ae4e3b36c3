// Platform and offline: where it runs, what the device must allow, and what happens without a network.

import { anyOf } from './any-of.ts';
import { AT_ONCE } from './role-causes.ts';
import type { Topic } from './topic.ts';

const WHOSE = '(?:an?|the|their|his|her|our|own)';
const ABOUT_PHONES = 'numbers?|calls?|lines?|bills?';
const MOBILE = anyOf(
  /\bmobile\b(?! (?:signal|network|coverage|number|data))|\bsmartphones?\b/i,
  /\bphones? (?:apps?|camera|report|show|scan)|\b(?:to|and|or) phones\b/i,
  // "their day on the phone": they talk.
  new RegExp(
    '(?<!\\b(?:spend|time|day|hour|talk|busy|wait|hang)\\w*\\b[^.\\n]{0,30})' +
      `\\b(?:on|with|from|using|via|for|their|own) (?:${WHOSE} )*(?:\\w+ )?phones?\\b(?! (?:${ABOUT_PHONES})\\b)`,
  ),
  /\btablets?\b|\biOS\b|\bAndroid\b|\bhandhelds?\b/i,
  /\bkiosks?\b|\b(?<!web )apps?\b/i,
);
const NO_NETWORK = anyOf(
  /\bno (?:mobile )?(?:signal|network|connection|coverage|reception|internet)\b/i,
  /\b(?:network|signal|connection|coverage|reception|link|internet|wi-?fi) (?:\w+ )?(?:drops|fails|goes|breaks)\b/i,
  /\b(?:link|network|signal|connection|internet|wi-?fi) is (?:\w+ )?(?:weak|bad|poor|lost|patchy|gone|down|out)\b/i,
  /\blink that (?:fails|drops|breaks)\b|\b(?:slow|unreliable) (?:\w+ )?(?:link|network|connection)\b/i,
  /\b(?:bad|poor|weak|patchy) (?:mobile )?(?:network|signal|connection|coverage|reception)\b/i,
  /\b(?:cellars?|basements?|tunnels?|shafts?|mines?|woods|forests?|at sea|mountains?|remote areas?)\b/i,
  /\bwithout (?:a )?(?:network|signal|connection)\b|\brural\b|\boffline\b(?! archives?)/i,
  /\bin the field\b(?= (?:with|by|and|to|on)\b|[.,;]|$)/im,
  /\bfield (?:workers?|staff|service|teams?|technicians?|engineers?|reps?)\b|\bunderground\b/i,
);

/** A program on what people carry with them; a page that somebody opens on a phone is none. */
const CARRIED = /\b(?<!web )apps?\b/i;
/** Several work on one thing. */
const SHARED = /\bshar(?:e|es|ed|ing)\b|\btogether\b|\bstock\b|\bhelpers?\b|\bcolleagues?\b|\bteams?\b/i;

export const DEVICE: readonly Topic[] = [
  {
    key: 'platform-versions',
    category: 'Platform',
    axis: 'feasibility',
    causes: [
      {
        cue: /\b(?<!web )apps?\b|\bmobile\b(?! (?:signal|network|coverage|number|data))|\biOS\b|\bAndroid\b/i,
        severity: 'high',
      },
      { cue: MOBILE, severity: 'medium' },
      { cue: /\bbrowsers?\b|\bweb ?sites?\b|\bweb app\b|\bon the web\b/i, severity: 'medium' },
    ],
    settled: anyOf(
      /\b(?:iOS|iPadOS|Android) \d|\b(?:iOS|iPadOS|Android)\b[^.]{0,30}\blater\b/i,
      /\bcurrent (?:versions?|browsers?|chrome|firefox|safari|edge)\b/i,
      /\bversions? of (?:chrome|firefox|safari|edge|ios|android)/i,
    ),
    title: 'Supported platforms, devices or browser versions are not covered',
    impact: 'It is built and tested for the wrong devices, and fails on those people have.',
    suggest: {
      title: 'Supported platforms',
      description:
        'The system shall run on the current versions of Chrome, Firefox, Safari or Edge, on iOS 17 or ' +
        'later (assumption), on Android 12 or later (assumption).',
      priority: 'high',
    },
  },
  {
    key: 'device-permission',
    category: 'Platform',
    axis: 'user experience',
    causes: [
      {
        cue: /\bbluetooth\b|\bGPS\b|\bphones report the location\b|\breports? the location\b|\bmicrophone\b/i,
        severity: 'high',
      },
      {
        cue: anyOf(/\bcamera\b|\bphoto(?:s|graphs?|graph)?\b/i, /\bscan\w* [\w ]{0,20}(?:QR|barcodes?)/i),
        severity: 'medium',
        beside: /\bphones?\b(?! (?:numbers?|calls?|lines?|bills?)\b)|\bmobile app\b/i,
      },
    ],
    settled: anyOf(
      /\b(?:camera|location|photos?|bluetooth)\b[^.]{0,60}\b(?:permission|refus|den(?:y|ies|ied))/i,
      /\b(?:notifications?|microphone)\b[^.]{0,60}\b(?:permission|refus|den(?:y|ies|ied))/i,
      /\b(?:permission|refus\w*|den(?:y|ies|ied)|access to)\b[^.]{0,60}\b(?:camera|location|photos?|bluetooth)/i,
      /\b(?:permission|refus\w*|den(?:y|ies|ied)|access to)\b[^.]{0,60}\b(?:notifications?|microphone)/i,
    ),
    title: 'A refused device permission (camera, location, Bluetooth, notifications) is not covered',
    impact: 'A person who said no once meets a feature that does nothing, without a word.',
    suggest: {
      title: 'Refused device permission',
      description:
        'If a user refuses the permission for camera, location, Bluetooth or notifications, then the app ' +
        'shall show how to allow it in the settings.',
      priority: 'medium',
    },
  },
  {
    key: 'offline',
    category: 'Offline',
    axis: 'feasibility',
    causes: [
      { cue: NO_NETWORK, severity: 'high' },
      { cue: /\bhandhelds?\b|\bkiosks?\b|\bscanners?\b/i, severity: 'high' },
      { cue: CARRIED, severity: 'medium' },
    ],
    settled: anyOf(
      /\boffline\b|\breconnect|\bonline again\b|\breception\b|\bsignal\b|\bconnectivity\b/i,
      /\b(?:no|without|loses?|lost|lacks?|bad|weak|poor)\b[^.]{0,30}\b(?:connection|network|internet|link|wi-?fi)\b/i,
      /\b(?:connection|network|link|internet|wi-?fi)\b[^.]{0,30}\b(?:lost|back|down|gone|drops?|fails?|returns?)\b/i,
    ),
    title: 'Use without a connection (offline) is not covered',
    impact: 'Work stops or is lost wherever there is no network.',
    suggest: {
      title: 'Offline use',
      description:
        'While the device is offline, the app shall keep each entry on the device until the connection is back.',
      priority: 'high',
    },
  },
  {
    key: 'sync-conflict',
    category: 'Offline',
    axis: 'integration',
    causes: [
      { cue: NO_NETWORK, severity: 'high', beside: SHARED },
      { cue: /\boffline\b(?! archives?)/i, severity: 'high' },
    ],
    settled: anyOf(
      AT_ONCE,
      /\bsync|\bconflict|\b(?:two|both) (?:\w+ ){0,2}(?:versions|phones|devices)\b/i,
      /\b(?:newer|later|last|first) (?:\w+ ){0,3}(?:wins|counts)\b|\barrive twice\b/i,
    ),
    title: 'Sync after offline work, and conflicts in it, are not covered',
    impact: 'Entries made offline overwrite newer ones, or are lost when the device connects again.',
    suggest: {
      title: 'Sync conflicts',
      description:
        'If a synced entry conflicts with a newer one on the server, then the system shall keep both, ' +
        'marking the entry for a decision.',
      priority: 'high',
    },
  },
];
