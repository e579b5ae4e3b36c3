// Platform and offline: where it runs, what the device must allow, and what happens without a network.

import { anyOf } from './any-of.ts';
import type { Topic } from './topic.ts';

const MOBILE = anyOf(
  /\bmobile\b(?! signal)|\bphones?\b(?! numbers?)|\btablets?\b|\biOS\b|\bAndroid\b|\bhandhelds?\b/i,
  /\bkiosks?\b|\b(?<!web )apps?\b/i,
);
const NO_NETWORK = anyOf(
  /\bno (?:mobile )?(?:signal|network|connection)\b/i,
  /\bwithout (?:a )?(?:network|signal|connection)\b|\brural\b|\boffline\b|\bin the field\b/i,
  /\bfield (?:workers?|staff|service|teams?|technicians?|engineers?|reps?)\b|\bwarehouse\b|\bmines?\b|\bunderground\b/i,
);

export const DEVICE: readonly Topic[] = [
  {
    key: 'platform-versions',
    category: 'Platform',
    axis: 'feasibility',
    causes: [
      { cue: MOBILE, severity: 'high' },
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
        cue: anyOf(
          /\bcamera\b|\bphotos?\b(?=[^\n]*\bphone\b)|\bphone\b(?=[^\n]*\bphotos?\b)|\bform with photos\b/i,
          /\bpush notifications?\b|\bscan\w* [\w ]{0,20}(?:QR|barcodes?) [\w ]{0,20}phone/i,
        ),
        severity: 'medium',
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
      { cue: MOBILE, severity: 'high' },
    ],
    settled: anyOf(
      /\boffline\b|\bwithout (?:a |mobile )?(?:connection|network|signal)\b/i,
      /\bno (?:mobile )?(?:connection|network|signal)\b|\bconnection is (?:lost|back)\b|\breconnect/i,
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
    causes: [{ cue: NO_NETWORK, severity: 'high' }],
    settled: /\bsync|\bconflict|\bnewer (?:\w+ ){0,3}wins\b/i,
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
