// Phrases that say the same, by field: sport, business, medicine, law, history, nature, technology, arts.

/** As in paraphrases.ts. */
export const PARAPHRASES_BY_FIELD = `
  save = less = fewer = need less = use less = reduce = spare
  speak = fluent in = mother tongue = native speaker = language = converse in
  relegate = go down to the second division = drop to a lower league = lose its place in the league
  promote = go up to the first division = move up = promotion = rise to
  qualify for = go through to = make it to = book a place in = reach = earn a place in
  fail to reach = miss = fall short of = go out in = be eliminated = knock out
  eliminate = knock out = go out = be beaten in = send home
  draw = tie = end level = share the point = end in a draw
  break the record = set a record = new record = fastest ever = record time
  retire = end his career = end her career = hang up = give up the sport = step down = last match
  injure = hurt = wound = break his leg = break her leg = suffer an injury = be treated for injury
  praise = enthusiastic review = good review = rave review = acclaim = favourable review = well received = applaud
    = warm review
  criticise = bad review = poor review = slate = attack = find fault with = come under fire = pan
  popular = draw crowd = attract many = favourite = bestseller = well attended = in demand
  flop = fail at the box office = lose money = commercial failure = sell badly
  failure = flop = unsuccessful = fail
  commercial = box office = sale = business
  bestseller = sell well = top the chart = sell million
  carry = room for = hold = take on board = transport = seat = capacity
  block = impassable = cut off = close = obstruct = barricade
  in advance = beforehand = ahead of time = advance = before
  daughter = father = mother = parent = girl = child
  son = father = mother = parent = boy = child
  brother = sibling = sister
  miner = mine = coal mine = pit
  farmer = farm = grow = agriculture
  teacher = teach = school
  lose = drop by = fall by = be down = lose its = have not survive = gone
  lost = not survive = missing = gone = destroyed
  main = mainly = chief = most important = principal = above all = mostly = predominantly
  crop = grow = harvest = farm
  cut off = leave without = without = deprive = interrupt = disconnect
  power = electricity = current
  electricity = power = blackout = power cut
  power cut = blackout = outage = without electricity = without power = lose power
  outage = fail = unavailable = go down = offline = interruption = breakdown
  available = on sale = can be buy = can be order = in shop = offer = obtainable
  sell = on sale = market = offer = available = in shop
  cheap = low price = inexpensive = cost little = affordable = reasonably priced
  expensive = high price = cost a lot = costly = dear = pricey
  be in debt = owe = debt = liability
  owe = debt = in debt to = liability
  go public = list on the stock exchange = float = initial public offering = flotation
  merge = join force = combine = merger = become one company = fusion
  subsidiary = belong to = owned by = part of the group = daughter company
  employ = staff of = payroll = on its payroll = people work = job = workforce of = employee
  employee = worker = staff = people work = member of staff = workforce
  unemployment = jobless = out of work = without work
  strike = walk out = stop work = industrial action = down tool
  raise price = put up price = price rise = become more expensive = increase price
  cut job = lay off = redundancy = shed = reduce its workforce = dismiss
  invest = put money into = spend on = pour into = commit
  fund = pay for = finance = bear the cost = sponsor = grant = money from = cover the cost
  pay = cover the cost = foot the bill = pick up the bill = bear the cost = settle = fee
  earn = salary of = be paid = income of = wage of = make = take home = gross
  tax = levy = duty = charge
  subsidy = grant = state aid = support payment
  bankrupt = insolvent = file for bankruptcy = bankruptcy = insolvency = go under
  found = be founded = founder of = set up = start in = come into be = found by = exist since = go back to
    = origin in = establish
  exist since = found in = date from = go back to = be founded
  date from = be built in = go back to = be erected in = be found in = come from = be make in
  old = build in = date from = age = since = ancient
  young = aged = under the age
  inhabited = live = population = people live = settle
  uninhabited = no one live = nobody live = deserted = abandon
  depopulate = lose inhabitant = fewer inhabitant = population fall
  locate = situate = lie = stand = be in = be at = site of
  surround = lie between = enclose = all sides = be ringed
  border = share a border = frontier = adjacent = next to = neighbouring = neighbour
  flow into = empty into = join = mouth = discharge into = end in
  rise = source = spring = have its source = originate
  source = rise in = spring = begin = originate
  navigable = ship can = open to ship = boat can = can be navigate
  freeze = be covered by ice = ice over = frozen = ice
  erupt = eruption = break out = volcanic = lava
  hit = strike = affect = ravage = batter = reach
  earthquake = quake = tremor = seismic
  flood = flooding = under water = inundate = burst its bank
  drought = lack of rain = dry spell = little rain = without rain
  rain = rainfall = precipitation = wet
  rainy = rain = wet = precipitation = rainfall
  cold = low temperature = freezing = chilly = below zero
  hot = high temperature = heat = warm
  nest = breed = brood = lay egg
  nocturnal = active at night = by night = hunt at night
  migratory = spend the winter in = fly south = migrate = winter in
  herbivore = feed on plant = eat grass = eat leaf = plant eater
  carnivore = feed on meat = eat meat = prey on = hunt
  predator = prey on = hunt = eat
  poisonous = toxic = venom = venomous = poison
  edible = can be eaten = eat = fit to eat
  extinct = die out = no longer exist = disappear = last one die = vanish = no living
  endangered = threaten with extinction = at risk of extinction = few remain = only a few = nearly extinct
  protect = under protection = nature reserve = protected = protection = conservation
  hibernate = sleep through the winter = winter sleep = spend the winter asleep
  symptom = sign = complaint = suffer from
  suffer from = have = be affected by = ill with = be diagnosed with = patient with
  diagnose = be found to have = diagnosis = detect = identify
  infect = catch = contract = infection = come down with
  contagious = infectious = spread from = transmit = pass from person to person
  transmit = spread by = pass on = carry by = transmission = spread
  fever = high temperature = raised temperature
  surgery = operation = operate on = surgical
  operate on = surgery = operation
  cure = heal = recover = get well = free of
  side effect = adverse = nausea = rash = headache = complication
  safe = no side effect = well tolerate = harmless = no risk = without risk
  effective = work = help = reduce = efficacy = relieve = benefit
  ineffective = not work = no effect = no better than placebo = fail
  prescribe = prescription = give = doctor give
  over the counter = without a prescription = without prescription
  dose = amount = take
  approve = authorise = licence = license = green light = clear = admit for use = give permission
  permit = licence = permission = allow = authorisation
  fine = penalty = have to pay = pay a fine = be ordered to pay
  punish = penalty = fine = sentence = sanction
  sue = go to court = take to court = lawsuit = legal action = bring a case = claim damages
  appeal = challenge = contest = go to a higher court
  innocent = not guilty = clear = acquit
  arrest = take into custody = detain = handcuff = seize = apprehend
  jail = prison = behind bars = imprison = sentence
  imprison = jail = behind bars = in prison = sentence to
  release = set free = free = let go = let out
  murder = kill = homicide = slay
  steal = theft = rob = take away = burgle = stolen
  forge = fake = counterfeit = not genuine
  genuine = authentic = real = original = not a forgery
  testify = give evidence = witness = tell the court
  elect = vote into office = win the election = choose = be voted = win a seat
  vote against = reject = oppose = say no to = vote down
  vote for = back = approve = support = in favour
  resign = step down = give up = stand down = quit = leave office
  take office = become = be sworn in = start as = be appointed = take over as
  succeed = follow = take over from = replace = successor
  predecessor = before = precede = previous
  abolish = do away with = end = scrap = remove = repeal
  introduce = bring in = come into force = launch = start = new since
  reform = change = overhaul = revise
  negotiate = talk = negotiation = hold talk = bargain
  treaty = agreement = accord = pact = deal
  declare war = go to war = war break out = declaration of war
  surrender = lay down = give up = capitulate = yield
  conquer = capture = take = fall to = seize = occupy
  invade = march into = attack = enter = invasion
  flee = escape = run away = leave the country = go into exile = take refuge
  exile = banish = flee = leave the country
  assassinate = murder = kill = shoot dead
  succeed to the throne = become king = become queen = be crowned = coronation
  noble = aristocrat = duke = count = lord
  marry = wife = husband = wedding = bride = spouse = tie the knot = marriage to
  single = never marry = unmarried = bachelor
  divorce = marriage end = separate from = split up = marriage dissolve
  give birth = be born = bear = birth of = mother of = have a child
  orphan = parent die = lose his parent = lose her parent
  raise = bring up = grow up = rear
  grow up = spend his childhood = spend her childhood = be raised = childhood in
  educate = go to school = study at = attend = be taught
  graduate = take a degree = finish his study = finish her study = degree = diploma = complete a degree
  doctorate = phd = doctor = doctoral
  professor = chair = professorship = teach at the university
  self-taught = teach himself = teach herself = never study = no lesson
  write = author of = novelist = pen = be the author = by = write by
  paint = painter = work of = canvas by = painting by = artist behind
  compose = composer = music by = score = write the music
  star = leading role = main part = play the lead = leading part = title role
  direct = director = film by = film-maker
  film = shoot = movie = screen
  premiere = first show = first perform = first screen = open = world premiere
  translate = translation = version in = available in
  set in = take place in = story play = be about
  about = deal with = tell of = story of = subject = describe
  exhibit = on display = show = can be see = exhibition = on view
  on display = exhibit = on show = can be see = hang = on view
  restore = renovate = repair = refurbish = restoration = renovation
  renovate = refurbish = modernise = overhaul = restore = renovation
  replace = swap = exchange = give way to = make room for = in its place
  make room for = in its place = replace by = give way to
  convert = turn into = become = now house = transform into
  extend = enlarge = add = lengthen = expand = widen
  expand = enlarge = extend = grow = new branch
  connect = link = run between = run from = join
  stop at = call at = serve = halt
  depart = leave = set off = start from = set out
  arrive = reach = get to = come to = land
  cross = go across = traverse = span
  crash = collide = run into = come off = accident = hit
  derail = come off the rail = leave the track = jump the track
  delay = late = behind schedule = hold up = postpone
  behind schedule = late = delay = be due
  cancel = call off = not take place = scrap = be dropped
  run = operate = go = service
  run on = power by = use = fuel = drive by
  electric = battery = electricity = power by electricity
  fast = speed = quick = km/h = top speed
  autonomous = driverless = self-driving = without a driver = drive itself
  wireless = without cable = cordless = radio
  free software = open source = source code public
  open source = source code = freely available
  encrypt = encryption = encode = scramble
  hack = break into = attack = intruder = breach = gain access
  leak = pass to the press = disclose = make public = reveal
  crash = freeze = stop working = fail
  update = new version = upgrade = patch
  run on battery = battery power = battery last
  store = save = keep = hold = record
  delete = erase = remove = wipe
  detect = find = discover = register = pick up = trace = spot
  observe = see = watch = spot = record = sight
  measure = record = register = find = determine = reading
  consist of = make up of = comprise = contain = compose
  dissolve = soluble = solution
  soluble = dissolve
  burn = fire = flame = combustion = catch fire
  explode = explosion = blow up = blast
  leak = escape = spill = leakage = run out
  contaminate = pollute = taint = trace of = contamination
  renewable = wind = solar = hydro = green
  emission = carbon = greenhouse gas = exhaust
  plant tree = reforest = tree planting = afforestation
  fell = cut down = log = clear
  drinkable = drinking water = safe to drink = fit to drink
  vegetarian = not eat meat = without meat = no meat
  organic = without pesticide = ecological
  bake = oven = baker = bread
  boil = cook = simmer
  twin = two child = pair
  only child = no brother = no sibling = without sibling
  left-handed = left hand
  deaf = cannot hear = lose his hearing = lose her hearing = hearing loss
  blind = cannot see = lose his sight = lose her sight = sight loss
  religion = faith = believer = church
  believe in = religious = faith
  volunteer = unpaid = without pay = voluntary = for free
  voluntary = optional = not compulsory = free to = of their own free will
  compulsory = mandatory = obligatory = must = require = have to
  compulsory education = have to go to school = school be compulsory
  attend = attendance = go to = be present = take part = visit
  absent = not come = stay away = miss = not attend = absence
  agree = consent = approve = accept = unanimous = say yes
  disagree = not agree = differ = dispute = at odds
  apologise = say sorry = apology = regret
  thank = grateful = gratitude
  complain = complaint = protest = object = grumble
  protest = demonstrate = take to the street = rally = march
  demand = call for = want = insist on = press for = ask for
  refuse = decline = reject = turn down = will not = say no
  allow = let = permit = can now = be able to = may now
  unable = cannot = could not = incapable
  sufficient = enough = adequate = suffice
  insufficient = not enough = too little = too few = inadequate
  enough = sufficient = adequate
  shortage = lack = not enough = too few = scarce = want of
  surplus = too much = excess = more than need
  majority = most = more than half = over half
  minority = fewer than half = less than half
  rare = seldom = few = hardly ever = uncommon
  unique = only one = nowhere else = sole = no other
  similar = alike = resemble = like = comparable
  different = differ = not the same = unlike = vary
  unchanged = same = stay the same = remain = not change = stable
  temporary = for a time = for a limited time = interim = provisional
  permanent = for good = for ever = lasting
  underground = below ground = subterranean = beneath the surface
  aboard = on board
  abroad = foreign country = overseas = outside the country
  coastal = coast = by the sea = seaside
  mountainous = mountain = hilly
  rural = countryside = village = country
  private = privately = not state = family own = belong to the family
  privately own = belong to the family = family own = private hand
  state-owned = belong to the state = public = nationalise
  nationalise = take over by the state = state take over
  privatise = sell by the state = private hand
`;
