// Phrases that say the same: `came into force` and `took effect`. Words are given in their base forms.

import { EVERYDAY_PARAPHRASES } from './everyday-paraphrases.ts';
import { LIGHT_VERB_PARAPHRASES } from './light-verb-paraphrases.ts';
import { PARAPHRASES_BY_FIELD } from './paraphrases-by-field.ts';
import { phrasalVerb } from './phrasal-verbs.ts';
import { oneSpelling } from './word-meaning.ts';

/** A group of phrases; each is a row of base forms. */
export type Paraphrases = readonly (readonly string[])[];

/** In each line of a group any phrase says what the others say. Between its words small words may stand. */
const GROUPS = `
  come into force = take effect = enter into force = become law = go into effect = be in force = become effective
  go out of business = cease trading = go bankrupt = go bust = close for good = shut down = shut its door = fold
    = cease operation = stop trading = close down = insolvent = bankruptcy
  win = gold go to = take gold = take the title = take first place = come first = finish first = victory = champion
    = be crowned = triumph = lift the trophy = take the prize = gold medal = winner = prize go to = award go to
    = claim the title = beat
  lose = defeat = be beaten = go down to
  hold = capacity = seat = room for = accommodate = space for
  seat = capacity = spectator capacity
  live = inhabitant = resident = population = home to = house = dwell = be home = reside = make its home = be found
    = occur
  live to be = die aged = die at the age of = die at
  die = death = lose his life = lose her life = pass away = be killed = fatal = perish = fatality = succumb
    = claim the life = dead
  kill = claim the life of = die = death = cost the life of = fatal = lose his life = victim = dead
  burn down = go up in flame = destroy by fire = gut by fire = fire destroy = reduce to ash = burn to the ground
    = burnt down
  sign = put his name to = put her name to = signature = put its name to = signatory
  cause = due to = because of = bring about = lead to = result in = owe to = trace to = blame on = be behind
    = as a result = stem from = give rise to = put down to = attribute to = responsible for = thanks to = trigger
    = the reason be = result from
  reduce = drop = fall = bring down = cut = lower = fewer = less
  allow = make possible = enable = let = permit = open to
  detect = detection = find = discover = pick up
  recover = get well = back on their foot = cure = heal = survive = back to health
  return = come back = be back = again = give back = go back = once more
  give back = return
  own = belong to = property of = owner = in the hand of = be hold by = possess
  belong to = own = part of = property of = member of = in the possession of
  border = neighbour = adjoin = share a border = be next to
  describe = call = in the word of = say = term = label = speak of
  call = say = describe = in the word of = speak of = name = label = brand
  say = tell = accord to = state = write = add = explain = in the word of = comment = remark = report
  write = author = book by = novel by = pen = by the pen of = work by = poem by = letter by = written
  paint = work of = painting by = portrait by = picture by = artist
  compose = music by = score = composer
  direct = film by = director
  design = plan by = draw up by = architect = to plan by = designer = drawing by = be the work of = to a design by
  build = erect = construct = construction = go up = put up = complete = stand since
  found = establish = set up = start = create = founder = date from = go back to = launch = come into be = form
    = founding
  open = inaugurate = opening = start = begin operation = welcome its first = in use since
  close = shut = closure = close to = end operation = out of use = block
  ban = prohibit = forbid = outlaw = close to = no longer allow = illegal = prohibition = bar from
  forbid = ban = prohibit
  require = must = need = compulsory = mandatory = obligatory = oblige = have to = obligation = condition of
    = demand
  oblige = must = compulsory = mandatory = require = have to = duty
  free of charge = no charge = at no cost = without charge = free = pay nothing = without payment
  free = no charge = at no cost = without charge = free of charge = pay nothing = cost nothing
  cost = price = pay = charge = expensive = worth = euro = fee = spend on = dollar
  expensive = cost too much = costly = dear = cost far too much
  begin = start = get under way = since = commence = launch = open = onset = first
  end = finish = stop = come to an end = be over = conclude = run until = last until = cease = until
  last = run for = go on for = continue for = between = duration = be long
  take = last = need = require = run for = duration = spend
  travel = speed = go = move = fly = ride = journey
  extend to = run as far as = reach = lengthen = run beyond = stretch to = continue to
  grow = cultivate = farm = raise = plant = be produced
  rise = increase = go up = grow = climb = more = higher = growth = gain = raise
  fall = decrease = go down = drop = decline = lower = less = fewer = shrink = reduce
  double = twice as many = twice as much = 100 % increase = twofold
  improve = better = get better = improvement = make progress = enhance
  carry = have on board = transport = be loaded with = load of = cargo of = bear = haul
  consist of = comprise = be made up of = contain = be composed of = compose of = include
  contain = hold = consist of = have = pack = include = comprise = home to
  make from = make of = produce from = use in = consist of = be used
  use = make use of = employ = run on = rely on = apply = be used = power by
  supply = draw from = provide = come from = deliver = get from = feed = give = source of
  lose contact = stop communicate = contact be lose = fall silent = break off = no longer communicate = no signal
  abolish = do away with = scrap = get rid of = drop = end = no longer exist
  resign = step down = quit = leave office = give up his post = give up her post = stand down = leave the post
    = hand in
  appoint = name = become = make = take over as = take office = choose as = hire as = be put in charge
  lead = head = be in charge of = command = under the leadership of = at the head of = leader = run = chair = be led
  command = under the command of = lead = be in charge of = commander
  elect = vote into = choose = win the election = election = be voted
  approve = give the green light = pass = vote for = agree to = back = give its consent = adopt = in favour
    = vote in favour
  pass = adopt = approve = vote through = carry = vote for = get through
  reject = vote down = turn down = vote against = throw out = refuse = dismiss = say no to = decline
  dismiss = lay off = fire = sack = make redundant = let go = lose his job = lose her job = lose their job
    = redundancy
  hire = take on = recruit = employ = new job = add staff
  employ = have employee = worker = staff = give work to = job = workforce = employee = work for
  work for = employ by = job at = staff of
  buy = acquire = purchase = take over = pay for = acquisition = takeover = bought
  sell = sale = go to = change hand = auction = be sold = buyer = buy from
  move to = relocate to = settle in = go to live in = transfer to = move = shift to
  marry = wed = wife = husband = become the wife of = become the husband of = wedding = spouse
  be born = birth = come from = native of = bear = birthplace
  discover = find = discovery = come across = first see = unearth = identify = come to light
  invent = invention = devise = come up with = develop = patent = inventor
  teach = teacher = professor = lecture = instructor = give lesson = hold a professorship = school
  study = student = read = degree in = attend university = take a degree = research = examine
  attend = go to = take part in = be present at = visit = be a student at = study at = enrol
  take part in = participate = compete in = join = attend = enter = play in
  watch = see = audience = viewer = view = spectator = tune in
  visit = visitor = come to = go to = guest = tourist = be seen by = attend
  train = training = practise = be taught = prepare
  perform = play = appear = give a concert = performance = stage = sing
  publish = come out = appear = release = print = publication = issue = bring out
  release = come out = launch = publish = bring out = appear = go on sale = be available = issue
  launch = put into orbit = send up = lift off = start = introduce = bring out = unveil = go on sale = present
  destroy = wipe out = ruin = reduce to rubble = wreck = demolish = level = raze = devastate = flatten
  wipe out = destroy = extinct = disappearance = die out = eradicate = kill off = disappear
  demolish = tear down = pull down = knock down = raze
  collapse = fall down = come down = cave in = give way = collapse of
  crash = hit = collide = come down = accident
  sink = go down = founder = wreck = sinking
  flood = under water = inundate = be submerged = flooding
  damage = harm = hurt = affect = hit = injure
  injure = hurt = wound = injury = burn = be treated for
  arrest = detain = take into custody = be held = hold by police = seize
  convict = find guilty = guilty = sentence = conviction
  sentence = prison = jail = be given year
  acquit = find not guilty = clear of
  accuse = accuse of = charge with = blame = allege = suspect of = indict
  sue = take to court = file a lawsuit = bring an action = file suit = lawsuit = take legal action
  admit = take in = accept = confess = own up = let in = hospitalisation = concede
  admit to hospital = hospitalisation = hospitalise = be hospitalised = hospital admission
  vaccinate = get a shot = vaccination = receive the vaccine = flu shot = inoculate = immunise
  flu = influenza
  treat = treatment = therapy = cure = care for = look after = give
  prevent = stop = avoid = keep from = protect against = guard against = block = ward off
  protect = guard = conserve = shield = defend = safeguard = under protection
  help = aid = assist = support = benefit = be good for = ease = relieve
  relieve = ease = alleviate = reduce = help against = soothe
  support = back = in favour of = endorse = favour = approve of
  oppose = be against = against = reject = object to = resist = opposition = opponent of
  criticise = criticism = critic = attack = condemn = find fault = blame = too weak = object
  praise = acclaim = celebrate = compliment = applaud = hail
  want = wish = would like = intend = plan = demand = call for = seek
  expect = forecast = predict = anticipate = be likely = outlook = estimate = forecast for = believe = foresee
  plan = intend = be going to = be due to = propose = aim = be planned = schedule = want to
  think = believe = consider = accord to = in the view of = be convinced = hold = regard = opinion
  believe = think = accord to = consider = in the view of = probable = assume = suspect = be convinced
  warn = caution = alert = warning = danger
  promise = pledge = commit = vow = undertake
  agree = reach agreement = consent = deal = settle on = accept = come to terms
  apply to = cover = hold for = concern = qualify for = include = be subject to = valid for
  qualify = be eligible = entitled to = meet the condition = be allowed
  exempt = need not = free from = do not apply
  increase risk = raise risk = more likely = higher risk = make more likely = greater risk
  reduce risk = lower risk = less likely = lower the risk = protect against
  keep = retain = maintain = hold on to = remain = continue = store = stay
  continue = go on = keep = still = carry on = remain = persist
  remain = stay = still = be left = continue = keep = to this day
  remember = recall = memory = retain
  forget = slip
  show = demonstrate = prove = find = reveal = indicate = see = exhibit = display = establish
  find = discover = show = establish = conclude = come across = identify = result
  measure = reach = record = size = come to = span = survey
  weigh = weight = mass = tip the scale = gram = kilogram = tonne = heavy
  cover = extend over = area = span = stretch = occupy = take up = spread over = size
  lie = stand = be situated = be located = sit = find = flow past = run
  stand = lie = be located = be situated = rise
  locate = lie = stand = be situated = be found = site = base
  base in = headquarters = be headquartered = seat in = have its headquarters = based
  headquarters = base in = head office = seat = based
  capital = seat of government = govern from
  empty into = flow into = run into = discharge into = drain into = mouth
  flow = run = stream = pass = drain
  connect = link = join = run between = run from = tie = bridge between
  cross = span = go over = pass over = run across = bridge
  separate = divide = split = part = run between
  feed on = eat = diet = prey on = live on = food
  eat = feed on = diet = consume = live on = prey on
  hunt = chase = prey = catch = stalk = kill
  lay egg = clutch = nest = egg
  lay = clutch = deposit = egg
  breed = nest = reproduce = raise young = breeding
  migrate = fly south = spend the winter = move = migration
  active at night = nocturnal = night
  active by day = diurnal = day
  extinct = die out = no longer exist = disappear = last one die = vanish
  exist = occur = survive = be found = known
  survive = still exist = live = remain = alive = be left = come through = escape
  appear = come out = be seen = emerge = turn up = show
  disappear = vanish = go missing = be lost = disappearance
  visible = can be see = be seen = see
  can be used = suitable for = be fit for = work = usable = waterproof = be designed for
  under water = underwater = waterproof = submerge
  waterproof = under water = underwater
  work = function = operate = run = be effective = job = employ = continue
  fail = go down = break down = failure = miss = out of action = without success
  succeed = manage = success = achieve = be successful = work = follow
  replace = succeed = take the place of = swap = give way to = in place of = change = substitute
  reach = arrive = get to = attain = achieve = come to = hit = qualify for = go through to = make it to
  score = goal = net = find the net = hit
  break a record = new record = set a record = beat the record = record = fastest ever
  set a record = new record = break the record = record
  join = become a member = enter = sign for = move to = go to = accede = member
  leave = quit = go away = depart = give up = abandon = exit = withdraw from
  withdraw = pull out = leave = retreat = take back
  speak = language = talk = tongue
  know as = call = nickname = name = also know
  name after = take its name from = in honour of = name for = owe its name
  dedicate to = in honour of = in memory of = dedication
  play = appear as = part of = star = role = act = take the part
  award = receive = give = win = honour with = go to = prize = grant
  receive = get = be given = be awarded = obtain = be granted = win = gain
  give = provide = offer = award = grant = hand = donate = present with
  donate = give = gift = present = bequeath
  borrow = loan = credit = take out
  lend = loan = borrow from
  invest = put into = spend = investment = pay for = put money = worth
  earn = make = income = salary = wage = be paid = profit
  profitable = make a profit = in the black = profit
  loss = in the red = lose money = deficit
  revenue = turnover = sale = income = earn
  produce = make = manufacture = output = production = turn out = generate = yield
  develop = create = design = work on = build = make = form
  store = keep = save = hold = storage
  send = transmit = mail = pass on = leave = transfer = post
  share = pass on = give to = hand
  compatible = work with = run on = support = can be used with
  download = install = get
  steal = theft = rob = stolen
  attack = assault = raid = strike = invade = set upon
  besiege = siege = surround
  capture = fall to = seize = conquer = occupy = conquest
  crown = become king = become queen = coronation = ascend the throne = take the throne
  rule = reign = govern = king = be in power = queen = decide = hold that
  exile = banish = send into exile = drive out
  bury = grave = rest = tomb = laid to rest = burial
  settle = colonise = make their home = move to = settlement
  excavate = dig = unearth = uncover
  restore = renovate = repair = refurbish = bring back = rebuild
  rebuild = reconstruct = build again = restore
  expand = extend = enlarge = grow = add = widen
  accept = agree to = approve = say yes
  refuse = reject = decline = say no
  postpone = put off = delay = move to = push back = reschedule = later
  cancel = call off = scrap = drop = abandon
  take place = be held = happen = hold = occur = stage = go on
  happen = occur = take place
  hold = take place = stage = organise = keep = be held
  unconstitutional = violate the constitution = against the constitution = breach the constitution
  illegal = against the law = break the law = unlawful = banned = prohibit
  strike down = declare void = overturn = annul = quash = declare invalid
  uphold = confirm = dismiss the appeal = let stand = reject the appeal
  win the appeal = appeal be successful = overturn
  successful = succeed = success = work = achieve
  side effect = adverse reaction = adverse effect = nausea = rash
  healthy = in good health = well = fit
  overweight = obese = heavy
  pregnant = expect a child = with child = pregnancy
  retire = pension = leave work = retirement = step down
  poor = low income = poverty = little money
  rich = wealthy = affluent = well off
  unemployed = out of work = jobless = without a job = unemployment
  electronic book = e-book
  drinking water = water supply = tap water
  winter = cold season = december = january = february
  industry = sector = branch = trade
  building industry = construction sector = construction industry = construction
  building = construction = house = structure
  percentage = share = proportion = part
  majority = most = more than half
  admission = entry = entrance = ticket = get in
  altitude = height = above sea level = elevation
  wingspan = from wingtip to wingtip = across the wing = wing measure
  lifespan = live for = life expectancy = grow old
  smartphone = phone = mobile = handset
  tuition = fee = course fee = study fee
  wear = helmet = put on = dressed in = sport = cover with
  sort = separate = divide
  rubbish = waste = garbage = trash = bin
  clog = block = obstruct = choke = jam
  crack = fracture = split = break
  fault = defect = error = failure = malfunction
  affect = hit = impact = touch = strike = concern
  throw away = discard = waste = bin = dump = end in the bin
  throw out = reject = dismiss = inadmissible = exclude
  do without = have no = without = lack
  lack = have no = without = do without = missing = be short of
  proud = take pride = could not be proud = prouder
  afraid = fear = be scared
  angry = furious = outrage = anger
  popular = favourite = draw many = well like = sought after
  well known = famous = renown = celebrated
  famous = well known = celebrated = renowned
  independent = autonomous = on its own
  same = equal = identical = exactly as = alike = as many as
  near = close to = next to = outskirts of = a short walk from
  whole = all = entire = every = throughout = complete
  divorce = separate = split up = marriage end
  child = son = daughter = girl = boy = kid = pupil
  pupil = girl = boy = child = student
  parent = mother = father
  sibling = brother = sister
  decide = rule = decision = make up = resolve = choose = vote to = determine
  identify = name = recognise = know
  unknown = mystery = unclear = unidentified = nobody know
  certain = sure = beyond doubt = no doubt = definitely = establish
  prove = evidence = show = establish = beyond doubt
  deny = dispute = reject = say not = contradict
  confess = admit = own up = plead guilty
  plead guilty = admit = confess
  recommend = recommendation = advise = should = suggest = advice = urge
  advise = recommend = should = counsel
  urge = call on = ask = appeal to = demand
  answer = reply = respond = say = response
  ask = question = request = put to
  discuss = talk about = debate = discussion = on the agenda
  explain = account for = reason = because
  contribute = help = play a part = play a role = add to
  influence = shape = affect = inspire = model on = leave its mark
  inspire = base on = model on = draw on = idea from
  base on = draw on = rest on = inspired by = adapt from = follow
  adapt = make into = film of = version of = turn into
  translate = translation = version in = render
  depict = show = portray = picture of = represent
  exceed = more than = over = above = top = surpass
  faster = less time = quicker = ahead of = shorter
  jump further = ahead of = win the long jump = longer jump
  later = follow = after = subsequently
  earlier = before = precede = prior
  run = operate = manage = be in charge = serve = work
  serve = work as = be used = hold office = offer = act as = operate
  connect to = link to = join to = plug into
  charge = recharge = fill = load
  recycle = reuse = use again = recover
  emit = release = give off = emission = produce = discharge
  pollute = contaminate = pollution = poison = dirty
  contaminate = pollute = taint = poison
  melt = thaw = retreat = shrink = lose ice
  retreat = move uphill = shrink = withdraw = melt = recede
  erupt = eruption = break out = spew = active
  dry = without rain = drought = little rain
  unable = cannot = could not
  possible = could = might = make it possible
  danger = risk = threat = hazard = threaten
  threaten = endanger = at risk = threat = danger
  endangered = threatened = at risk = threaten with extinction = near extinction
  common = widespread = frequent = often = abundant = many
  rare = uncommon = seldom = few = hardly ever = rarely
  interruption = break = every year = pause = stop = gap = continuous
  shorten life = die earlier = die younger = cost year of life
`;

export const PARAPHRASES: readonly Paraphrases[] = [
  ...[GROUPS, PARAPHRASES_BY_FIELD, EVERYDAY_PARAPHRASES, LIGHT_VERB_PARAPHRASES],
]
  .join('\n')
  .split(/\n(?! {4}=)/)
  .map((line) => line.trim())
  .filter((line) => line !== '')
  .map((line) => line.split('=').flatMap((phrase) => formsOf(phrase.trim().split(/\s+/).map(oneSpelling))));

/** `take over from` is read as `acquire over from`, too: a verb of two words has its one verb as its base. */
function formsOf(phrase: readonly string[]): Paraphrases {
  const [verb = '', particle = '', ...rest] = phrase;
  const one = phrasalVerb(verb, particle);
  return one === null ? [phrase] : [phrase, [one, particle, ...rest]];
}
