// Phrases of any field that say the same: amounts in words, times, causes, states, what people do.

/** As in paraphrases.ts. */
export const EVERYDAY_PARAPHRASES = `
  many = large number of = a great many = lots of = a lot of = numerous = high number of = plenty of = scores of
  large number = many = numerous = a lot of = lots of = scores of
  few = small number of = a handful of = not many
  small number = few = a handful
  most = majority = the bulk of = more than half = the greater part
  various = a range of = a variety of = a number of = several
  variety of = range of = various = different
  decade = ten year
  century = hundred year = 100 year
  fortnight = two week
  half-century = fifty year
  annually = a year = per year = each year = every year = yearly = annual
  annual = a year = per year = each year = every year = yearly = annually
  yearly = a year = per year = each year = every year = annual = annually
  daily = a day = per day = each day = every day
  weekly = a week = per week = each week = every week
  monthly = a month = per month = each month = every month
  hourly = an hour = per hour = each hour
  nightly = a night = per night = each night = every night
  mean = on average = average
  average = mean = on average = typically
  age = old = be aged = year-old = year of age = when he be = when she be = be born
  aged = at the age of = old = year-old = year of age
  at age = aged = old
  following = after = in the wake of = as a result of = since = because of
  aftermath of = after = following
  after = following = in the wake of = in the aftermath
  prior to = before = ahead of
  ahead of = before = prior to = in front of
  in addition = also = besides = as well = moreover
  contrary to = unlike = in contrast
  contrast = unlike = while = whereas = but = compare
  compared with = than = versus = against = up from = down from = rather than = instead of = compare to
  compared to = than = versus = against = up from = down from = rather than = instead of = compare with
  comparison with = than = versus = against = compare
  relative to = than = compare with = compare to = versus
  accord = say = tell = report = write = estimate = state = find
  estimate = accord to an estimate = put at = reckon
  view = accord to = opinion = think = believe
  aim of = in order to = so as to = intend to = be meant to = be designed to
  intend = be meant to = be designed to = in order to
  purpose = in order to = so as to = serve to = be used to
  purpose of = in order to
  because of = owe to = due to = as a result of = thanks to = on account of = after
  decision = decide = rule = vote = choose
  decide = make a decision = take a decision = reach a decision = opt
  prioritise = give priority = come first
  care for = look after = take care of = tend
  in force = be introduced = take effect = be valid = apply = become law = introduce
  walk out = strike = go on strike = stop work
  strike = walk out = down tool = stop work
  on foot = walk
  by bike = cycle
  by car = drive
  by air = fly
  by sea = ship
  conduct = carry out = perform = do = run
  represent = account for = make up = constitute = stand for = amount to
  total = amount to = come to = in all = altogether = add up to
  reach = stand at = amount to = come to = hit = total
  part of = belong to = include in = one of
  include = among = such as = count among = be part of = contain
  among = include = one of
  such as = like = include = for example = among
  for example = such as = like = include
  lack = be without = not have = have no
  without = lack
  unaided = without help = by himself = by herself = on her own = on his own = alone = by itself
  alone = by himself = by herself = on her own = on his own = by itself = unaccompanied
  on its own = alone = by itself = independently
  intact = not damage = undamaged = without damage
  unhurt = not injure = no one be injured = nobody be hurt = without injury = unharmed
  unharmed = not injure = without injury = unhurt = not hurt
  injured = suffer injury = get hurt = wound
  safely = without incident = unharmed = safe
  succeed in = manage to = be able to
  manage = be able to = succeed in = can
  able to = can = manage to = capable of
  capable of = can = able to
  try to = attempt to = seek to = make an attempt
  want to = wish to = intend to = plan to = hope to
  plan = be to = be due to = intend = be set to
  expect = be due to = be set to = be to = should = be likely to = schedule
  due = expect = schedule = plan = be set to
  schedule = be due to = be set to = be to = plan for
  likely = probable = probably = be expected to = chance = often
  unlikely = probably not = improbable = hardly
  probability = chance = likely
  chance = probability = likely = odds
  tend to = usually = generally = often = typically
  used to = formerly = once = in the past = previously
  begin = set out = get off the ground = go into operation = come on stream
  operation = in use = run = operate = service
  operational = in operation = in use = in service = running
  in use = use = operate = in operation
  in operation = operate = run = in use = in service
  in service = in use = operate = in operation
  in charge of = lead = head = run = manage = responsible for
  in favour of = support = back = approve
  in need of = need = require
  in danger = at risk = threaten = endanger
  at risk = in danger = threaten = endanger = vulnerable
  in debt = owe
  in pain = hurt = suffer
  in possession = have = own
  in power = rule = govern = be in office
  in office = in power = serve = hold office
  in custody = detain = be held = arrest = in jail
  in prison = in jail = behind bar = imprison
  in hospital = hospitalise = be treated
  hospitalise = take to hospital = admit to hospital = be brought to hospital = in hospital = hospital treatment
  at war = fight
  at sea = on the ocean = on board
  at work = in the workplace = on the job
  workplace = at work = on the job
  at home = in the house = in their home
  at first = initially = originally = in the beginning
  initially = at first = originally = in the beginning = to begin with
  at last = finally = eventually = in the end
  eventually = in the end = finally = at last = ultimately
  at once = immediately = straight away = right away
  immediately = at once = straight away = right away = without delay
  at present = now = currently = at the moment
  currently = at present = now = at the moment = today
  at the same time = simultaneously = meanwhile
  simultaneously = at the same time
  at the start of = at the beginning of = early
  at the beginning of = at the start of = early
  at the end of = late
  by hand = manually
  by law = legally = law require
  by chance = accidentally
  by mistake = accidentally = mistakenly
  on purpose = deliberately = intentionally
  deliberately = on purpose = intentionally
  on sale = available = sell = buy
  on time = punctual = as planned = on schedule
  on schedule = on time = as planned
  on strike = strike = walk out
  on board = aboard = carry
  on fire = burn
  on show = display = exhibit = show
  out of date = outdated = obsolete
  out of order = broken = not work
  out of print = no longer publish
  out of reach = unreachable
  up to date = current = modern
  return = hand back = give back = bring back = go back
  land = touch down
  register = sign up = enrol = log
  collaborate = work together = team up = join force = cooperate = together with
  far away = distant = remote
  close by = nearby = near
  next to = beside = adjacent = near = alongside
  close to = near = nearly = almost = next to
  all over = throughout = across
  throughout = all over = across = everywhere in
  in part = partly = partially
  partly = in part = partially = to some extent
  for the most part = mostly = mainly = largely
  mainly = for the most part = above all = chiefly
  above all = mainly = especially = chiefly
  in particular = especially = particularly
  in general = generally = usually = on the whole
  as a rule = usually = generally
  usually = as a rule = in general = normally
  as well = also = too
  once a year = every year = annually = yearly
  twice a year = every six month = half-yearly
  every other year = every two year
  every second year = every two year
  round the clock = day and night = 24 hour = at all hours
  24 hour = a day = round the clock
  half a year = six month
  half an hour = 30 minute = thirty minute
  a quarter of an hour = 15 minute
  three month = quarter
  for life = lifelong
  lifelong = for life = all her life = all his life
  first time = never before = for the first time = first ever = first
  never before = for the first time = unprecedented
  unprecedented = never before = for the first time
  no longer = not any more = stop = cease = end
  stop = no longer = cease = give up
  cease = no longer = stop
  higher pay = more pay = better pay = pay rise = better wage = more money = higher wage
  better pay = higher pay = higher wage = pay rise
  live longer = longer life = longer lifespan
  more often = more frequent = more frequently = more common
  less often = rarer = less frequent = less frequently = less common = rarely
  more likely = higher risk = greater chance = more often = higher chance = greater risk = raise the risk
  less likely = lower risk = smaller chance = less often = lower chance = reduce the risk
  as likely = as often = the risk = as common
  highest = peak = maximum = record = top = greatest
  peak = be highest = reach a high = maximum = highest
  lowest = minimum = bottom out = least
  well below = far less = far below
  well above = far more = far above
  rebuild = reconstruct = build again
  reopen = open again
  rename = change its name = give a new name
  replant = plant again
  reuse = use again
  reelect = elect again = re-elect = win another term
  resume = start again = continue
  win the election = be elected = elect
  be elected = win the election = win the vote
  vote = cast ballot = go to the poll
  grow = get bigger = become larger = expand
  shrink = get smaller = become smaller = contract
  become = turn into = grow into = be made
  worsen = get worse = become worse = deteriorate
  improve = get better = become better
  warm = become warmer = get warmer = heat
  cool = become cooler = get colder
  wingspan = wing span = span of its wing
  wing = wingspan
  span = wingspan
  airborne = through the air = by air
  waterborne = through water = by water
  spread = pass = be transmitted = airborne
  follow-up = follow for = be followed
  follow = follow-up
  use = with the help of = by mean of = by use = via
  with the help of = use = by mean of
  help of = use = by mean of
  based on = use = draw on = rest on
  home = live = house = habitat
  house = home to = hold = contain
  seat = room for = capacity
  spectator = crowd = attendance = seat = capacity = watch
  watch = crowd = audience = attendance = see
  attract = draw = have visitor = be visited = bring in
  visitor = visit = guest = come
  visit = visitor = come to see
  employ = employee = have staff = job = on the payroll
  supply = get from = receive from = be provided = meet the need = cover the need = draw on
  serve = supply = be used by = carry = handle
  handle = process = serve = deal with = count
  import from = come from abroad = buy abroad
  export = sell abroad
  abroad = foreign = overseas
  earn = bring in = receive = be paid
  cost = be priced = price = sell for = pay
  priced at = cost = sell for
  worth = value = valued at = cost
  valued at = worth = value
  age-old = ancient
  owner = own = belong
  wife = marry
  husband = marry
  win = take home = beat = victory over = secure
  beat = win against = defeat = victory over = win over
  defeat = beat = victory over = win against
  score = net = goal = have point = hit the net
  point = score
  finish = cross the line = end = complete
  race = run = compete
  retire = end his career = end her career = stop play
  sign = put name = join
  found = set up = establish = form = go back to
  head = lead = be in charge = run = be head
  commander = command = lead
  say = tell reporter = tell the court = tell journalist = be quoted
  agree = sign an agreement = reach a deal = strike a deal = come to an agreement
  announce = say = make public = present = unveil = disclose
  blame = cause = fault = due to = responsible for = attribute to
  apologise = say sorry = apology
  thank = express gratitude
  promise = give its word = pledge = commit to
  demand = call for = ask for = want
  ask for = request = demand = want
  call for = demand = ask for = urge = want = call
  refuse = not be willing = say no = decline = not agree = will not
  unwilling = refuse = not want
  willing = be ready to = agree to
  ready = be prepared = willing
  face = can be = be subject to = be liable = may be
  allow = may = can = be able to
  attribute to = credit = put down to = blame = explain by
  credit = attribute to = put down to = thanks to
  in favour of = decide to = approve = vote for = back
  top the chart = number one = be first = lead the chart
  number one = top the chart = first place
  sicken = make ill = fall ill = make sick
  ill = sicken = fall sick
  voluntary = not have to = need not = not need to = no obligation = not oblige = not require
  optional = not have to = need not = not need to = not require = not compulsory
  exceed = higher than = greater than = larger than = more than = above = over
  end after = last
  last = end after = be over after
`;
