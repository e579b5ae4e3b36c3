// What is a kind of what: a source that speaks of rats speaks of animals, but not the other way round.

import { once } from '../words/once.ts';

const KINDS = `
  animal: rat mouse dog cat horse cow pig sheep goat wolf bear fox deer elephant lion tiger monkey ape seal whale
    dolphin otter beaver bat rabbit hare bird fish insect reptile frog snake lizard turtle mammal octopus chicken
  mammal: rat mouse dog cat horse cow pig sheep goat wolf bear fox deer elephant lion tiger monkey seal whale dolphin
    otter beaver bat rabbit
  bird: eagle owl gull crow sparrow swan goose duck stork crane heron penguin falcon hawk kite tern swallow robin
    parrot pigeon hen chicken
  fish: salmon trout cod herring tuna shark eel carp pike perch mackerel sardine
  insect: bee ant beetle butterfly moth mosquito fly wasp locust termite bumblebee hornet
  livestock: cow pig sheep goat cattle chicken
  plant: tree flower grass shrub moss fern crop wheat maize rice barley
  tree: oak pine spruce beech birch fir maple willow ash elm larch
  crop: wheat maize corn rice barley rye oat soy potato cotton
  grain: wheat maize corn rice barley rye oat
  fruit: apple pear orange banana grape cherry plum peach lemon berry
  vegetable: potato tomato carrot onion cabbage bean pea pepper
  vehicle: car bus van lorry truck tram motorcycle bicycle ambulance taxi tractor
  vessel: ship boat ferry yacht tanker barge trawler freighter
  ship: ferry tanker freighter frigate trawler
  aircraft: plane jet helicopter airliner glider drone
  building: house tower church school hospital hotel factory warehouse cathedral chapel palace castle temple mosque
    barn theatre museum library
  metal: iron steel copper gold silver aluminium aluminum zinc nickel lead tin lithium cobalt
  weapon: gun rifle missile bomb knife sword pistol
  official: minister mayor governor commissioner
  politician: minister mayor governor senator president chancellor councillor
  worker: miner driver nurse teacher builder labourer technician farmer cleaner clerk baker
  scientist: astronomer biologist chemist physicist geologist botanist zoologist archaeologist ecologist linguist
    researcher
  researcher: astronomer biologist chemist physicist geologist archaeologist ecologist scientist
  doctor: surgeon cardiologist paediatrician psychiatrist neurologist
  artist: painter sculptor
  musician: singer pianist violinist guitarist drummer cellist
  writer: novelist poet playwright essayist
  athlete: runner swimmer cyclist rower skier boxer jumper sprinter footballer
  child: girl boy toddler infant baby pupil
  adult: man woman
  relative: brother sister mother father aunt uncle cousin son daughter
  parent: mother father
  sibling: brother sister
  disaster: flood earthquake fire storm drought hurricane tsunami landslide
  storm: hurricane cyclone typhoon gale blizzard thunderstorm tornado
  disease: cancer diabetes malaria cholera asthma measles influenza tuberculosis
  illness: cancer diabetes malaria cholera asthma measles influenza tuberculosis
  crime: theft murder fraud arson robbery burglary assault
  fuel: petrol diesel coal gas oil kerosene
  device: phone laptop tablet sensor camera computer printer router smartphone
  computer: laptop server
  container: box bottle barrel jar tank bag
  document: letter contract passport certificate report
  publication: book newspaper journal magazine
  drink: beer wine milk juice coffee tea
  season: spring summer autumn winter
  meal: breakfast lunch dinner supper
  furniture: chair table bed desk sofa
  instrument: piano violin guitar flute cello trumpet drum
`;

const kinds = once(
  () =>
    new Map(
      KINDS.trim()
        .split(/\n(?! {4})/)
        .map((line) => {
          const [kind = '', words = ''] = line.trim().split(':');
          return [kind, new Set(words.trim().split(/\s+/))] as const;
        }),
    ),
);

const GENERAL = /^(?:animal|bird|fish|insect|plant|item|piece|unit|specimen|individual|creature|object|vessel)$/;

/** `counted 312 birds`: those that the text speaks of. */
export const isGeneral = ({ base }: { readonly base: string }): boolean => GENERAL.test(base);

/** Of base forms: `animal` and `rat`. */
export const isKindOf = (kind: string, thing: string): boolean => kinds().get(kind)?.has(thing) ?? false;
